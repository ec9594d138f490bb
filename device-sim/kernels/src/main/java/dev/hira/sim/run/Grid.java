package dev.hira.sim.run;

import dev.hira.sim.code.Program;
import dev.hira.sim.kernel.LaunchShape;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A running kernel: the state that all its blocks share. */
public final class Grid {
    private static final VarHandle ATTENTION;

    static {
        try {
            ATTENTION =
                    MethodHandles.lookup().findVarHandle(Grid.class, "attention", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final Program program;
    private final LaunchShape shape;
    private final byte[] parameters;
    private final long[] symbols;
    private final DeviceMemory memory;
    private final GridHost host;
    private final int localBytes;

    /** Set when running threads must call {@link #attend}. */
    @SuppressWarnings("unused") // accessed through its handle
    private boolean attention;

    /**
     * Creates a grid.
     *
     * @param parameters the kernel's parameters, packed
     * @param symbols the addresses of the program's symbols
     * @param localBytes of each thread
     */
    public Grid(
            Program program,
            LaunchShape shape,
            byte[] parameters,
            long[] symbols,
            DeviceMemory memory,
            GridHost host,
            int localBytes) {
        this.program = program;
        this.shape = shape;
        this.parameters = parameters;
        this.symbols = symbols;
        this.memory = memory;
        this.host = host;
        this.localBytes = localBytes;
    }

    public Program program() {
        return program;
    }

    public LaunchShape shape() {
        return shape;
    }

    /** The kernel's packed parameters. */
    public byte[] parameters() {
        return parameters;
    }

    /** The addresses of the program's symbols. */
    public long[] symbols() {
        return symbols;
    }

    /** The context's device memory. */
    public DeviceMemory memory() {
        return memory;
    }

    /** The device functions for its threads. */
    public GridHost host() {
        return host;
    }

    /** The local memory of each thread in bytes. */
    public int localBytes() {
        return localBytes;
    }

    /** The shared memory of each block in bytes. */
    public int sharedBytes() {
        return program.dynamicSharedStart() + shape.dynamicSharedBytes();
    }

    /** Whether running threads should call {@link #attend}; engines check it at every back edge. */
    public boolean wantsAttention() {
        return (boolean) ATTENTION.getOpaque(this);
    }

    /** Sets whether running threads should call {@link #attend}. */
    public void setAttention(boolean wanted) {
        ATTENTION.setOpaque(this, wanted);
    }

    /**
     * Lets the device intervene: it may let other work run, or end the grid.
     *
     * @throws DeviceFault when the grid must end
     */
    public void attend() {
        host.attend(this);
    }
}
