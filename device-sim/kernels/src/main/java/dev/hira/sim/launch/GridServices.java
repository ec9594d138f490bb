package dev.hira.sim.launch;

import dev.hira.sim.builtin.Builtins;
import dev.hira.sim.check.GridCheck;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Step;
import dev.hira.sim.kernel.KernelContext;
import dev.hira.sim.kernel.KernelTarget;
import dev.hira.sim.run.AccessObserver;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.Grid;
import dev.hira.sim.run.GridHost;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The device services for the threads of a grid.
 *
 * <p>On the virtual clock, a kernel takes no time while it runs. Each read of a clock therefore
 * advances it by some cycles, so that threads that wait for a clock to advance make progress.
 */
final class GridServices implements GridHost {
    private static final long CYCLES_PER_READ = 32;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final GridRun run;
    private final KernelContext context;
    private final KernelTarget device;
    private final Builtins builtins;
    private final long workspace;
    private final @Nullable GridCheck check;
    private final long number;
    private final AtomicLong modelledCycles = new AtomicLong();
    private volatile boolean missedWorkspace;

    /**
     * Creates the services for a grid.
     *
     * @param number the number of the grid
     * @param workspace the address of a cooperative grid's barrier, or 0
     * @param check the grid's memory and race check; null if kernels are not checked
     */
    GridServices(
            GridRun run,
            KernelContext context,
            long number,
            KernelTarget device,
            long workspace,
            @Nullable GridCheck check) {
        this.check = check;
        this.run = run;
        this.context = context;
        this.device = device;
        this.builtins = new Builtins(context.output(), number, context.heap());
        this.workspace = workspace;
        this.number = number;
    }

    @Override
    public void attend(Grid grid) {
        run.attend();
    }

    @Override
    public @Nullable AccessObserver witness(BlockState block) {
        return check == null ? null : check.witness(block);
    }

    @Override
    public long call(Step.Builtin builtin, BlockState block, int thread, long[] arguments) {
        return builtins.call(builtin, block, thread, arguments);
    }

    @Override
    public long read(SpecialRegister register, BlockState block) {
        return switch (register) {
            case SMID -> processor(block);
            case NSMID -> device.multiprocessors();
            case GRIDID -> number;
            case CLOCK -> cycles() & 0xffff_ffffL;
            case CLOCK_HI -> cycles() >>> 32;
            case CLOCK64 -> cycles();
            case GLOBALTIMER -> nanos();
            case GLOBALTIMER_LO -> nanos() & 0xffff_ffffL;
            case GLOBALTIMER_HI -> nanos() >>> 32;
            case ENVREG1 -> workspace() >>> 32;
            case ENVREG2 -> workspace() & 0xffff_ffffL;
            default ->
                    throw new IllegalStateException("The device has no register " + register + ".");
        };
    }

    private long workspace() {
        if (workspace == 0) {
            missedWorkspace = true;
        }
        return workspace;
    }

    /** Returns whether a thread has asked for a barrier of the grid where there is none. */
    boolean missedWorkspace() {
        return missedWorkspace;
    }

    /** Returns the multiprocessor of a block; blocks are assigned round-robin. */
    private long processor(BlockState block) {
        long row = (long) block.ctaZ * block.grid.shape().gridY() + block.ctaY;
        return (row * block.grid.shape().gridX() + block.ctaX) % device.multiprocessors();
    }

    private long cycles() {
        long cycles = toCycles(context.nanos());
        return context.modelled() ? cycles + modelledCycles.addAndGet(CYCLES_PER_READ) : cycles;
    }

    private long nanos() {
        if (context.modelled()) {
            long cycles = modelledCycles.addAndGet(CYCLES_PER_READ);
            return context.globalNanos() + cycles * NANOS_PER_MILLI / device.clockKhz();
        }
        return context.globalNanos();
    }

    /** Converts nanoseconds to cycles: a clock of n kHz has n cycles in a millisecond. */
    private long toCycles(long nanos) {
        long cyclesPerMilli = device.clockKhz();
        return nanos / NANOS_PER_MILLI * cyclesPerMilli
                + nanos % NANOS_PER_MILLI * cyclesPerMilli / NANOS_PER_MILLI;
    }
}
