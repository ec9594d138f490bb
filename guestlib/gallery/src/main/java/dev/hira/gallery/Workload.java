package dev.hira.gallery;

import dev.hira.guest.gpu.GpuStream;

/**
 * A program of the gallery with its input on the device, which can be launched any number of times.
 * It lives as long as its {@link Workbench}.
 */
public interface Workload {
    /** Queues the restoration of input that a launch overwrites. */
    default void reset(GpuStream stream) {}

    /** Queues only the kernels, and no other work that takes time. */
    void launch(GpuStream stream);

    /** Computes the same as the kernels by plain loops on the calling thread. */
    void computeInJava();

    /** Compares the last launch's results on the device with Java's last results. */
    Comparison compare();
}
