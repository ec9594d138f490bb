package dev.hira.gallery;

import dev.hira.guest.gpu.Gpu;

/** A program of the gallery. */
public interface GalleryProgram {
    /** Returns the program's description. */
    Card card();

    /**
     * Creates its input, loads its kernels and puts both on the device.
     *
     * @throws IllegalArgumentException when the program does not support the workbench's size
     */
    Workload prepare(Workbench bench);

    /** Returns its unique name. */
    default String name() {
        return card().name();
    }

    /** Runs it once, with the newest kernels that the device can run. */
    default GalleryResult run(Gpu gpu, int size, long seed) {
        return run(gpu, Architecture.newestFor(gpu.device()), size, seed, 1);
    }

    /**
     * Runs it.
     *
     * @param size the size of the problem, in the card's unit
     * @param seed the seed of the input
     * @param repeats the number of launches and computations; times are medians, and the last
     *     launch's output is checked
     */
    default GalleryResult run(
            Gpu gpu, Architecture architecture, int size, long seed, int repeats) {
        return new GalleryRun(this, repeats, System::nanoTime).on(gpu, architecture, size, seed);
    }
}
