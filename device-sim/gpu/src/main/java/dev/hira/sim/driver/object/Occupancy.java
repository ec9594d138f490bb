package dev.hira.sim.driver.object;

import dev.hira.sim.kernel.KernelLimits;
import dev.hira.sim.kernel.ModuleKernel;

/**
 * The number of blocks of a kernel that fit on a multiprocessor: the least that its threads,
 * registers and shared memory allow. As on hardware, whole warps receive registers in units of 256,
 * and blocks receive shared memory in units of 128 bytes.
 */
public record Occupancy(KernelLimits limits, ModuleKernel.Needs needs) {
    private static final int REGISTER_UNIT = 256;
    private static final int SHARED_UNIT = 128;

    public int blocksPerMultiprocessor(int threads, long dynamicShared) {
        if (threads <= 0
                || threads > Math.min(limits.threadsPerBlock(), needs.maxThreadsPerBlock())) {
            return 0;
        }
        int warps = Math.ceilDiv(threads, limits.warpSize());
        long registers =
                (long) warps * roundUp((long) needs.registers() * limits.warpSize(), REGISTER_UNIT);
        long shared = roundUp((long) needs.sharedBytes() + dynamicShared, SHARED_UNIT);
        if (registers > limits.registersPerBlock() || shared > limits.sharedPerBlockOptin()) {
            return 0;
        }
        long byThreads = limits.threadsPerMultiprocessor() / ((long) warps * limits.warpSize());
        long byRegisters =
                registers == 0 ? byThreads : limits.registersPerMultiprocessor() / registers;
        long byShared = shared == 0 ? byThreads : limits.sharedPerMultiprocessor() / shared;
        return (int)
                Math.min(
                        Math.min(byThreads, limits.blocksPerMultiprocessor()),
                        Math.min(byRegisters, byShared));
    }

    /** Returns the block size that keeps most threads busy; the largest of equals. */
    public int bestBlockSize(long dynamicShared, int limit) {
        int most = Math.min(limits.threadsPerBlock(), needs.maxThreadsPerBlock());
        most = limit > 0 ? Math.min(most, limit) : most;
        int best = 0;
        int bestThreads = 0;
        int first = most < limits.warpSize() ? most : most / limits.warpSize() * limits.warpSize();
        for (int size = first; size > 0; size -= limits.warpSize()) {
            int threads = blocksPerMultiprocessor(size, dynamicShared) * size;
            if (threads > bestThreads) {
                best = size;
                bestThreads = threads;
            }
        }
        return best;
    }

    /** Returns the most dynamic shared memory with which this many blocks still fit. */
    public long availableShared(int blocks, int threads) {
        if (blocks <= 0 || blocksPerMultiprocessor(threads, 0) < blocks) {
            return 0;
        }
        long units = limits.sharedPerMultiprocessor() / blocks / SHARED_UNIT;
        long each = units * SHARED_UNIT;
        return Math.max(0, Math.min(each, limits.sharedPerBlockOptin()) - needs.sharedBytes());
    }

    private static long roundUp(long amount, long unit) {
        return Math.ceilDiv(amount, unit) * unit;
    }
}
