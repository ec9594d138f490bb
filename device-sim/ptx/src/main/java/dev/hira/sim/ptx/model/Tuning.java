package dev.hira.sim.ptx.model;

import java.util.List;

/**
 * Launch and compilation directives of a function.
 *
 * @param maxThreads the most threads of a block in each dimension; empty when not given
 * @param requiredThreads the required threads of a block in each dimension; empty when not given
 * @param minBlocksPerMultiprocessor 0 when not given
 * @param maxRegisters 0 when not given
 * @param noReturn whether the function never returns
 * @param others directives that matter only to a compiler or a later device
 */
public record Tuning(
        List<Integer> maxThreads,
        List<Integer> requiredThreads,
        int minBlocksPerMultiprocessor,
        int maxRegisters,
        boolean noReturn,
        List<String> others) {
    /** Returns the most threads of a block, or the given number when the function sets no limit. */
    public int threadsPerBlock(int otherwise) {
        List<Integer> stated = requiredThreads.isEmpty() ? maxThreads : requiredThreads;
        long product = 1;
        for (int threads : stated) {
            product = Math.min(Integer.MAX_VALUE, product * threads);
        }
        return stated.isEmpty() ? otherwise : (int) Math.min(product, otherwise);
    }
}
