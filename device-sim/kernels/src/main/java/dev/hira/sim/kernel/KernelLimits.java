package dev.hira.sim.kernel;

/**
 * The limits on what kernels may request.
 *
 * @param warpSize threads that run in lock step
 * @param threadsPerBlock at most
 * @param threadsPerMultiprocessor resident at once
 * @param blocksPerMultiprocessor resident at once
 * @param registersPerBlock at most
 * @param registersPerMultiprocessor at most
 * @param sharedPerBlock bytes of shared memory without opting in
 * @param sharedPerBlockOptin bytes of shared memory after opting in
 * @param sharedPerMultiprocessor bytes of shared memory
 * @param l2Bytes the size of the second-level cache
 */
public record KernelLimits(
        int warpSize,
        int threadsPerBlock,
        int threadsPerMultiprocessor,
        int blocksPerMultiprocessor,
        int registersPerBlock,
        int registersPerMultiprocessor,
        int sharedPerBlock,
        int sharedPerBlockOptin,
        int sharedPerMultiprocessor,
        int l2Bytes) {}
