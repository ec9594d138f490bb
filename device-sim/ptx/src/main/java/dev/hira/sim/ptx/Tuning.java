package dev.hira.sim.ptx;

import java.util.List;

/**
 * What a function says about how it is launched and compiled.
 *
 * @param maxThreads the most threads of a block in each dimension, empty when it does not say
 * @param requiredThreads the threads that a block must have in each dimension, likewise
 * @param minBlocksPerMultiprocessor 0 when it does not say
 * @param maxRegisters 0 when it does not say
 * @param noReturn whether it never returns
 * @param others the directives that matter to a compiler or a later device only
 */
public record Tuning(
        List<Integer> maxThreads,
        List<Integer> requiredThreads,
        int minBlocksPerMultiprocessor,
        int maxRegisters,
        boolean noReturn,
        List<String> others) {
    /** The most threads of a block, or this when the function does not say. */
    public int threadsPerBlock(int otherwise) {
        List<Integer> stated = requiredThreads.isEmpty() ? maxThreads : requiredThreads;
        long product = 1;
        for (int threads : stated) {
            product = Math.min(Integer.MAX_VALUE, product * threads);
        }
        return stated.isEmpty() ? otherwise : (int) Math.min(product, otherwise);
    }
}
