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
}
