package dev.hira.sim.jit.method;

import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import java.util.List;
import java.util.Set;

/**
 * What an index is compared with instead of addresses: all accesses from some starts, which are the
 * same for the whole block, lie in the window as long as the index, by which they are so many bytes
 * further, is less. That saves computing how far each address is from the window's beginning.
 *
 * @param scale bytes from one value of the index to the next
 */
public record IndexBound(MemoryWindow window, int scale, List<Start> starts) {
    /**
     * Where accesses are while the index is 0.
     *
     * @param terms whose sum and the offset is the address
     * @param bytes from the address on
     * @param alignment that the pointers must have, for the index to reach anything
     * @param pointers parameters of the kernel
     */
    public record Start(
            List<Value> terms, long offset, int bytes, int alignment, Set<Register> pointers) {}

    /**
     * How many values of an index lead into a window, from 0 on.
     *
     * @param base of the window
     * @param size of the window
     * @param start the address for 0
     * @param bytes from each address on
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
