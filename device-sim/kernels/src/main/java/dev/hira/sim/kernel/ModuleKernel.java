package dev.hira.sim.kernel;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** A kernel of a loaded module. */
public interface ModuleKernel {
    /** Its name, as PTX spells it. */
    String name();

    /**
     * Refuses a kernel that the device is known not to run.
     *
     * @throws KernelFault with what the kernel needs and the device does not have
     */
    default void requireSupported() {}

    /**
     * What it needs.
     *
     * @throws KernelFault when the engine cannot tell
     */
    Needs needs();

    /**
     * Its parameters in order.
     *
     * @throws KernelFault when the engine cannot tell
     */
    List<Parameter> parameters();

    /** Whether {@link #prepare} is quick, because a launch has been prepared before. */
    default boolean prepared() {
        return true;
    }

    /**
     * Checks a launch and makes it ready to run.
     *
     * @param parameters the packed parameters, valid during the call only
     * @param context where it runs
     * @throws KernelFault when the launch is not possible
     */
    Launch prepare(LaunchShape shape, MemorySegment parameters, KernelContext context);

    /**
     * Where a parameter lies in the packed parameters.
     *
     * @param offset its first byte
     * @param bytes its size
     */
    record Parameter(long offset, long bytes) {}

    /**
     * What a kernel needs.
     *
     * @param maxThreadsPerBlock the most threads that a block can have
     * @param registers of each thread
     * @param sharedBytes that it declares, for each block
     * @param constantBytes that it declares
     * @param localBytes of each thread
     * @param ptxVersion the virtual architecture that its text is for, as 75 for sm_75
     * @param binaryVersion the compute capability of the device, likewise
     */
    record Needs(
            int maxThreadsPerBlock,
            int registers,
            int sharedBytes,
            int constantBytes,
            int localBytes,
            int ptxVersion,
            int binaryVersion) {}
}
