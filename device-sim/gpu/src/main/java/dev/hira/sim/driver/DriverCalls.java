package dev.hira.sim.driver;

import dev.hira.api.Names;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.LaneState;

/** Calls of the driver itself. */
interface DriverCalls extends CudaDriver {
    /** The reported driver version: CUDA 13.0. */
    int VERSION = 13_000;

    /** The state of the calling thread. */
    LaneState lane();

    /** Refuses a call by a thread that must not make calls. */
    private void requireCallable() {
        LaneState _ = lane();
    }

    @Override
    default Names names() {
        return lane().process().names();
    }

    @Override
    default void cuInit(int Flags) {
        requireCallable();
        if (Flags != 0) {
            throw CudaFailures.invalidValue("the flags of cuInit must be 0, not " + Flags);
        }
        if (lane().process().devices().isEmpty()) {
            throw CudaFailures.of(CUresult.CUDA_ERROR_NO_DEVICE, "the process has no device");
        }
        lane().process().initialize();
    }

    @Override
    default int cuDriverGetVersion() {
        requireCallable();
        return VERSION;
    }

    @Override
    default String cuGetErrorName(CUresult error) {
        return error.name();
    }

    @Override
    default String cuGetErrorString(CUresult error) {
        return error.description();
    }

    /** Does nothing: simulated devices have no profiler. */
    @Override
    default void cuProfilerStart() {
        lane().context();
    }

    /** Does nothing: simulated devices have no profiler. */
    @Override
    default void cuProfilerStop() {
        lane().context();
    }
}
