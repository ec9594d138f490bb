package dev.hira.sim.driver;

import dev.hira.sim.driver.object.LaneState;
import java.util.function.Supplier;

/**
 * The CUDA driver of simulated devices: one process as one or all of its threads see it.
 *
 * <p>Calls for missing features fail with CUDA_ERROR_NOT_SUPPORTED: managed memory, host memory
 * that kernels access, fat binaries, CUDA arrays in pitched copies, events between processes,
 * synchronous copies by attribute, and, without an engine that compiles PTX, all calls that need to
 * know a kernel or a variable. One difference from CUDA avoids waiting: calls that free memory or
 * destroy a context return at once, and the freed memory is given back when all work submitted
 * before has ended.
 */
public final class SimCudaDriver
        implements DeviceCalls,
                PrimaryContextCalls,
                ContextCalls,
                MemoryCalls,
                HostMemoryCalls,
                PointerCalls,
                CopyCalls,
                AreaCopyCalls,
                FillCalls,
                StreamCalls,
                EventCalls,
                ModuleCalls,
                FunctionCalls,
                LaunchCalls,
                OccupancyCalls {
    private final Supplier<LaneState> lane;
    private final Runnable onClose;

    /**
     * Creates a driver.
     *
     * @param lane returns the state of the calling thread
     * @param onClose runs on {@link #close}
     */
    public SimCudaDriver(Supplier<LaneState> lane, Runnable onClose) {
        this.lane = lane;
        this.onClose = onClose;
    }

    @Override
    public LaneState lane() {
        return lane.get();
    }

    @Override
    public void close() {
        onClose.run();
    }
}
