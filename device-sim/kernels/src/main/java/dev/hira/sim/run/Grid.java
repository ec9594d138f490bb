package dev.hira.sim.run;

import dev.hira.sim.code.Program;
import dev.hira.sim.kernel.LaunchShape;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A kernel that runs: what all its blocks share. */
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

    /** Somebody wants running threads to call {@link #attend}. */
    @SuppressWarnings("unused") // accessed through its handle
    private boolean attention;

    /**
     * A grid.
     *
     * @param parameters the kernel's, packed
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

    /** What the device does for its threads. */
    public GridHost host() {
        return host;
    }

    /** Local memory of each thread. */
    public int localBytes() {
        return localBytes;
    }

    /** Shared memory of each block. */
    public int sharedBytes() {
        return program.dynamicSharedStart() + shape.dynamicSharedBytes();
    }

    /** Whether running threads should call {@link #attend}: asked at every back edge. */
    public boolean wantsAttention() {
        return (boolean) ATTENTION.getOpaque(this);
    }

    /** Has running threads call {@link #attend}, or no more. */
    public void setAttention(boolean wanted) {
        ATTENTION.setOpaque(this, wanted);
    }

    /**
     * Lets the device have its say: others may get their turn, and a grid that is to end does.
     *
     * @throws DeviceFault when the grid must end
     */
    public void attend() {
        host.attend(this);
    }
}
