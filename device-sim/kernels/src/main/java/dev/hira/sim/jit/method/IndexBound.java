package dev.hira.sim.jit.method;

import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import java.util.List;
import java.util.Set;

/**
 * A bound on an index that is compared instead of addresses. As long as the index is less than the
 * bound, all accesses from some starts lie in the window; the starts are the same for the whole
 * block, and each access lies index × scale bytes after its start. The comparison saves computing
 * each address's distance from the start of the window.
 *
 * @param scale bytes from one value of the index to the next
 */
public record IndexBound(MemoryWindow window, int scale, List<Start> starts) {
    /**
     * The place of accesses while the index is 0.
     *
     * @param terms summands of the address, besides the offset
     * @param bytes size of the access from the address
     * @param alignment required alignment of the pointers; otherwise the bound is 0
     * @param pointers parameters of the kernel
     */
    public record Start(
            List<Value> terms, long offset, int bytes, int alignment, Set<Register> pointers) {}

    /**
     * Returns the number of index values, from 0, whose accesses lie in a window.
     *
     * @param base start of the window
     * @param size size of the window
     * @param start the address at index 0
     * @param bytes size of each access
     * @param scale bytes from one address to the next
     * @param misaligned bits of pointers that must be zero
     */
    public static int count(
            long base, long size, long start, int bytes, int scale, long misaligned) {
        long first = start - base;
        long room = size - bytes - first;
        return misaligned != 0 || first < 0 || room < 0
                ? 0
                : (int) Math.min(room / scale + 1, Integer.MAX_VALUE);
    }
}
