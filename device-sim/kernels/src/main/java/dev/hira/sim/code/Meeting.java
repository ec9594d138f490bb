package dev.hira.sim.code;

import dev.hira.sim.ptx.model.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * An operation of several threads together. Each thread brings operands and takes results: an
 * engine puts the operands into the thread's slots, and the scheduler puts the results there once
 * all expected threads have arrived. The slots are fields of {@code BlockState}: value, second,
 * third and mask for operands; result and flag for results.
 */
public sealed interface Meeting {
    /** The number of barriers of a block; they are numbered from 0. */
    int BARRIERS = 16;

    /** Whether this is a barrier of the whole block with a fixed number and nothing to exchange. */
    default boolean isSimple() {
        return this instanceof Barrier barrier
                && barrier.kind() == Barrier.Kind.SYNC
                && barrier.count() == null
                && barrier.number() instanceof Value.Constant(long number, _)
                && number >= 0
                && number < BARRIERS;
    }

    /** Whether all lanes of the warp must arrive, according to a fixed mask. */
    default boolean isOfWholeWarp() {
        return switch (this) {
            case Barrier _, ActiveMask _ -> false;
            case WarpBarrier it -> isFull(it.mask());
            case Shuffle it -> isFull(it.mask());
            case Vote it -> isFull(it.mask());
            case Match it -> isFull(it.mask());
            case Reduce it -> isFull(it.mask());
            case Elect it -> isFull(it.mask());
            case InStep _ -> true;
        };
    }

    private static boolean isFull(Value mask) {
        return mask instanceof Value.Constant(long bits, _) && (int) bits == -1;
    }

    /**
     * A barrier of a block or of a given number of threads.
     *
     * @param number 0 to 15
     * @param count of threads, a multiple of the warp's; null for the whole block
     * @param kind what the barrier does
     * @param aligned whether all threads of a warp must arrive together, as at {@code bar}
     * @param predicate the operand of each thread for a reduction; null otherwise
     * @param target receives the reduction's result: INT for POPC, BOOLEAN for AND and OR; null
     *     when there is no result or no step reads it
     */
    record Barrier(
            Value number,
            @Nullable Value count,
            Kind kind,
            boolean aligned,
            @Nullable Value predicate,
            @Nullable Register target)
            implements Meeting {
        /** Kinds of barriers. */
        public enum Kind {
            SYNC,
            /** Counts the thread in but does not block it. */
            ARRIVE,
            POPC,
            AND,
            OR
        }
    }

    /** A barrier of the lanes in a mask. */
    record WarpBarrier(Value mask) implements Meeting {}

    /**
     * Each lane takes a value from another lane.
     *
     * @param target receives the value
     * @param inRange receives whether the other lane was in range; null when no step reads it
     * @param lane the operand b: a lane, distance or pattern
     * @param clamp the operand c: clamp and segment mask
     */
    record Shuffle(
            From from,
            @Nullable Register target,
            @Nullable Register inRange,
            Value value,
            Value lane,
            Value clamp,
            Value mask)
            implements Meeting {
        /** How a lane selects the other lane. */
        public enum From {
            UP,
            DOWN,
            BFLY,
            IDX
        }
    }

    /**
     * Lanes exchange a predicate.
     *
     * @param target BOOLEAN, or INT for BALLOT
     */
    record Vote(Test test, Register target, Value predicate, boolean negated, Value mask)
            implements Meeting {
        /** The result computed from the predicates. */
        public enum Test {
            ALL,
            ANY,
            UNIFORM,
            BALLOT
        }
    }

    /**
     * Lanes find the lanes with the same value.
     *
     * @param all whether all lanes must have the same value; {@code allSame} then receives the
     *     answer
     * @param value INT or LONG
     */
    record Match(
            boolean all,
            @Nullable Register target,
            @Nullable Register allSame,
            Value value,
            Value mask)
            implements Meeting {}

    /** The lanes that arrive together. */
    record ActiveMask(Register target) implements Meeting {}

    /** Lanes combine their values; the type is s32, u32 or b32. */
    record Reduce(Step.Update update, ScalarType type, Register target, Value value, Value mask)
            implements Meeting {}

    /** One lane of a mask is elected. */
    record Elect(@Nullable Register target, @Nullable Register chosen, Value mask)
            implements Meeting {}

    /**
     * A point that converged threads of a warp pass together. The text does not have it; it orders
     * their accesses to memory as hardware does that runs a warp in step. It exchanges nothing, and
     * to a check of races it orders nothing.
     *
     * @param order threads at a lower one go first, for all that others wait for are at lower ones
     * @param waits whether it is in a loop in which a thread may wait for another
     */
    record InStep(int order, boolean waits) implements Meeting {}
}
