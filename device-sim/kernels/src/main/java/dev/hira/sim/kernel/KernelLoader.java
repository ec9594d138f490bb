package dev.hira.sim.kernel;

/** Loads images into runnable modules. All devices of a host share one loader. */
public interface KernelLoader {
    /**
     * Loads a module.
     *
     * @param image the PTX text
     * @param device the device on which it will run
     * @param memory holds its variables
     * @throws KernelFault when the text cannot be loaded
     */
    LoadedModule load(PtxImage image, KernelTarget device, ModuleMemory memory);

    /**
     * Holds the kernels of a context: their threads stop at their next back edge or block, and wait
     * until the kernels are let go, stopped or over.
     *
     * @param still runs when none of them runs any longer, unless they are let go before
     */
    default void hold(KernelContext context, Runnable still) {
        still.run();
    }

    /** Lets the held kernels of a context go on. */
    default void letGo(KernelContext context) {}
}
