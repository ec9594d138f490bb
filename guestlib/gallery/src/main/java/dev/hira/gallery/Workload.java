package dev.hira.gallery;

import dev.hira.guest.gpu.GpuStream;

/**
 * A program of the gallery with its input on the device, to be launched any number of times. It
 * lives as long as the {@link Workbench} that it was prepared on.
 */
public interface Workload {
    /** Queues what puts back the input that a launch overwrites. */
    default void reset(GpuStream stream) {}

    /** Queues the kernels, and nothing else that takes time. */
    void launch(GpuStream stream);

    /** Computes the same as the kernels by plain loops on the calling thread. */
    void computeInJava();

    /** Compares what the last launch left on the device with what Java computed last. */
    Comparison compare();
}
