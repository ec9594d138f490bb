package dev.hira.sim.driver.object;

import dev.hira.sim.kernel.KernelLimits;
import dev.hira.sim.kernel.ModuleKernel;
import org.jspecify.annotations.Nullable;

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
        long warps = warps(threads);
        long registers = registers(threads);
        long shared = shared(dynamicShared);
        if (registers > limits.registersPerBlock() || shared > limits.sharedPerBlockOptin()) {
            return 0;
        }
        long byThreads = limits.threadsPerMultiprocessor() / (warps * limits.warpSize());
        long byRegisters =
                registers == 0 ? byThreads : limits.registersPerMultiprocessor() / registers;
        long byShared = shared == 0 ? byThreads : limits.sharedPerMultiprocessor() / shared;
        return (int)
                Math.min(
                        Math.min(byThreads, limits.blocksPerMultiprocessor()),
                        Math.min(byRegisters, byShared));
    }

    /** Returns what a block needs too much of, and what is allowed; null if a block fits. */
    public @Nullable String excess(int threads, long dynamicShared) {
        int mostThreads = Math.min(limits.threadsPerBlock(), needs.maxThreadsPerBlock());
        if (threads > mostThreads) {
            return threads
                    + " threads, and the kernel allows "
                    + mostThreads
                    + " (.maxntid, __launch_bounds__)";
        }
        long mostRegisters =
                Math.min(limits.registersPerBlock(), limits.registersPerMultiprocessor());
        if (registers(threads) > mostRegisters) {
            return registers(threads)
                    + " registers ("
                    + needs.registers()
                    + " for each of "
                    + threads
                    + " threads), and a block may have "
                    + mostRegisters
                    + "; launch smaller blocks";
        }
        long mostShared = Math.min(limits.sharedPerBlockOptin(), limits.sharedPerMultiprocessor());
        if (shared(dynamicShared) > mostShared) {
            return shared(dynamicShared)
                    + " bytes of shared memory ("
                    + needs.sharedBytes()
                    + " declared by the kernel and "
                    + dynamicShared
                    + " dynamic, in units of "
                    + SHARED_UNIT
                    + "), and a block may have "
                    + mostShared;
        }
        long mostWarps = limits.threadsPerMultiprocessor() / limits.warpSize();
        return warps(threads) > mostWarps
                ? warps(threads) + " warps, and a multiprocessor has room for " + mostWarps
                : null;
    }

    private long warps(int threads) {
        return Math.ceilDiv(threads, limits.warpSize());
    }

    private long registers(int threads) {
        return warps(threads)
                * roundUp((long) needs.registers() * limits.warpSize(), REGISTER_UNIT);
    }

    private long shared(long dynamicShared) {
        return roundUp(needs.sharedBytes() + dynamicShared, SHARED_UNIT);
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
