package dev.hira.sim.run;

import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import java.util.stream.IntStream;

/**
 * Executes atomic accesses of 128 bits, which the host does not have. All of them take a lock that
 * their address selects, so none sees half of another.
 */
public final class PairAtomics {
    private static final int BYTES = 16;
    private static final Object[] LOCKS =
            IntStream.range(0, 64).mapToObj(_ -> new Object()).toArray();

    private PairAtomics() {}

    /** The two halves of a value in memory. */
    public record Pair(long low, long high) {}

    /**
     * Changes memory and returns the old value.
     *
     * @param operands the new value, lower half first; for {@link Step.Update#CAS} the expected
     *     value followed by the new one; empty for {@link Step.Update#READ}
     * @throws DeviceFault when the address is misaligned, out of bounds or read-only
     */
    public static Pair update(
            BlockState block,
            int thread,
            Space space,
            long address,
            Step.Update update,
            long... operands) {
        ThreadMemory.requireAligned(space, address, BYTES);
        synchronized (LOCKS[(int) (address / BYTES) & (LOCKS.length - 1)]) {
            long low = ThreadMemory.load(block, thread, space, address, Long.BYTES);
            long high = ThreadMemory.load(block, thread, space, address + Long.BYTES, Long.BYTES);
            int next =
                    switch (update) {
                        case EXCHANGE -> 0;
                        case CAS -> low == operands[0] && high == operands[1] ? 2 : -1;
                        case READ -> -1;
                        default -> throw new IllegalArgumentException("Not of pairs: " + update);
                    };
            if (next >= 0) {
                ThreadMemory.store(block, thread, space, address, Long.BYTES, operands[next]);
                ThreadMemory.store(
                        block, thread, space, address + Long.BYTES, Long.BYTES, operands[next + 1]);
            }
            return new Pair(low, high);
        }
    }
}
