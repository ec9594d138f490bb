package dev.hira.sim.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A module that was loaded into a context. */
public interface LoadedModule {
    /** The kernels' names, in the order of the text. */
    List<String> kernels();

    /** The kernel of this name, or null. */
    @Nullable ModuleKernel kernel(String name);

    /**
     * The variable of this name, or null.
     *
     * @throws KernelFault when the engine cannot tell
     */
    @Nullable Variable variable(String name);

    /**
     * A variable in device memory.
     *
     * @param address where it lies
     * @param bytes its size
     */
    record Variable(long address, long bytes) {}
}
