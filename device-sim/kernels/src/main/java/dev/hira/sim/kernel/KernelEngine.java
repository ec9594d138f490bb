package dev.hira.sim.kernel;

/** What makes runnable modules out of images. Shared by all devices of a host. */
public interface KernelEngine {
    /**
     * Loads a module.
     *
     * @param image the PTX text
     * @param device the device that it is for
     * @param memory where its variables go
     * @throws KernelFault when the text cannot be loaded
     */
    LoadedModule load(PtxImage image, KernelTarget device, ModuleMemory memory);
}
