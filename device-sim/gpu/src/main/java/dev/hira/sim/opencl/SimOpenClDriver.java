package dev.hira.sim.opencl;

import dev.hira.sim.opencl.device.OpenClLane;
import java.util.function.Supplier;

/**
 * OpenCL on simulated devices: one process as one or all of its threads see it. Commands run on the
 * same devices, engines and memory as those of the CUDA driver.
 *
 * <p>Each device is a platform of its own. Programs are PTX, or OpenCL C when the class path has a
 * compiler.
 */
public class SimOpenClDriver
        implements PlatformCalls,
                ClContextCalls,
                BufferCalls,
                ClEventCalls,
                TransferCalls,
                AreaCalls,
                ImageCalls,
                SamplerCalls,
                AbsentCalls,
                RangeCalls {
    private final Supplier<OpenClLane> lane;
    private final Runnable onClose;

    /**
     * Creates a driver.
     *
     * @param lane returns the state of the calling thread
     * @param onClose runs on {@link #close}
     */
    public SimOpenClDriver(Supplier<OpenClLane> lane, Runnable onClose) {
        this.lane = lane;
        this.onClose = onClose;
    }

    @Override
    public OpenClLane lane() {
        return lane.get();
    }

    @Override
    public void close() {
        onClose.run();
    }
}
