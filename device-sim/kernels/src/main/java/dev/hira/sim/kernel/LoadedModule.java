package dev.hira.sim.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A module loaded into a context. */
public interface LoadedModule {
    /** The names of its kernels, in the order of the text. */
    List<String> kernels();

    /** Returns the kernel of this name, or null. */
    @Nullable ModuleKernel kernel(String name);

    /** The names of its variables, sorted. */
    List<String> variableNames();

    /**
     * Returns the variable of this name, or null.
     *
     * @throws KernelFault when the engine cannot determine it
     */
    @Nullable Variable variable(String name);

    /**
     * A variable in device memory.
     *
     * @param address of its first byte
     * @param bytes its size
     */
    record Variable(long address, long bytes) {}
}
