package dev.hira.server.host.sim;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.dispatch.CudaDispatcher;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.dispatch.OpenClDispatcher;
import dev.hira.server.dispatch.Dispatcher;
import dev.hira.sim.SimProcess;

/**
 * An API for simulated GPUs.
 *
 * @param views gives each lane of a process its view of the API
 */
public record SimApi<D>(Dispatcher<D> dispatcher, LaneView<D> views) {
    /** Returns the CUDA driver API. */
    public static SimApi<CudaDriver> cuda() {
        return new SimApi<>(new CudaDispatcher(), SimProcess::lane);
    }

    /** Returns OpenCL. */
    public static SimApi<OpenClDriver> openCl() {
        return new SimApi<>(new OpenClDispatcher(), SimProcess::openClLane);
    }

    /**
     * An API as the lanes of a simulated process see it.
     *
     * @param <D> the API's interface
     */
    @FunctionalInterface
    public interface LaneView<D> {
        /** Returns the view of one lane. */
        D lane(SimProcess process, long lane);
    }
}
