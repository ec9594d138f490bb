package dev.hira.gallery;

import dev.hira.guest.gpu.Gpu;

/** A program of the gallery. */
public interface GalleryProgram {
    /** What it is. */
    Card card();

    /**
     * Makes its input, loads its kernels and puts both on the device.
     *
     * @throws IllegalArgumentException when the program cannot work on the workbench's size
     */
    Workload prepare(Workbench bench);

    /** The name by which it is chosen. */
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
     * @param size how large the problem is, in the unit that the card names
     * @param seed of the input
     * @param repeats how often to launch and to compute; times are medians, the last launch's
     *     output is checked
     */
    default GalleryResult run(
            Gpu gpu, Architecture architecture, int size, long seed, int repeats) {
        return new GalleryRun(this, repeats, System::nanoTime).on(gpu, architecture, size, seed);
    }
}
