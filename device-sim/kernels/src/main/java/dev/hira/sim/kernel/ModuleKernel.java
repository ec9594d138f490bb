package dev.hira.sim.kernel;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** A kernel of a loaded module. */
public interface ModuleKernel {
    /** Its name, as PTX spells it. */
    String name();

    /**
     * Refuses a kernel that the device is known not to support.
     *
     * @throws KernelFault with the features that the kernel needs and the device lacks
     */
    default void requireSupported() {}

    /**
     * The resources that it needs.
     *
     * @throws KernelFault when the engine cannot determine them
     */
    Needs needs();

    /**
     * Its parameters in order.
     *
     * @throws KernelFault when the engine cannot determine them
     */
    List<Parameter> parameters();

    /**
     * The threads of a block that the kernel's text demands; empty when it demands none.
     *
     * @return one to three numbers, or none
     */
    default List<Integer> requiredThreads() {
        return List.of();
    }

    /** Where a launch's dynamic shared memory begins for the kernel. */
    default int dynamicSharedStart() {
        return 0;
    }

    /**
     * Whether the kernel reads the launch's {@link EnvironmentBlock}, which follows its packed
     * parameters.
     *
     * @throws KernelFault when the engine cannot determine it
     */
    default boolean readsEnvironment() {
        return false;
    }

    /** Whether {@link #prepare} is quick because a launch has been prepared before. */
    default boolean prepared() {
        return true;
    }

    /**
     * Checks a launch and makes it ready to run.
     *
     * @param parameters the packed parameters, valid during the call only
     * @param context the context in which it runs
     * @throws KernelFault when the launch is not possible
     */
    Launch prepare(LaunchShape shape, MemorySegment parameters, KernelContext context);

    /**
     * The place of a parameter among the packed parameters.
     *
     * @param offset of its first byte
     * @param bytes its size
     * @param pointee the memory that it points to, as far as its text says
     */
    record Parameter(long offset, long bytes, Pointee pointee) {
        /** Memory that a parameter can point to. */
        public enum Pointee {
            /** The text does not say that it is a pointer. */
            UNKNOWN,
            GLOBAL,
            SHARED
        }
    }

    /**
     * The resources that a kernel needs.
     *
     * @param maxThreadsPerBlock the most threads that a block can have
     * @param registers of each thread
     * @param sharedBytes that it declares, for each block
     * @param constantBytes that it declares
     * @param localBytes of each thread
     * @param ptxVersion the virtual architecture of its text, such as 75 for sm_75
     * @param binaryVersion the compute capability of the device, in the same form
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
