package dev.hira.sim.code;

import dev.hira.sim.ptx.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * What threads do together. Each brings operands and takes results: an engine puts the operands
 * into the thread's places for them, and the scheduler, when all who are meant have come, puts the
 * results there. Those are, in the terms of {@code Exchange} in the package of the runtime: value,
 * second, mask; result, flag.
 */
public sealed interface Meeting {
    /** How many barriers a block has; they are numbered from 0. */
    int BARRIERS = 16;

    /** Whether it is a barrier of the whole block with a fixed number and nothing to exchange. */
    default boolean isSimple() {
        return this instanceof Barrier barrier
                && barrier.kind() == Barrier.Kind.SYNC
                && barrier.count() == null
                && barrier.number() instanceof Value.Constant(long number, _)
                && number >= 0
                && number < BARRIERS;
    }

    /** Whether all lanes of the warp must come to it, as a fixed mask says. */
    default boolean isOfWholeWarp() {
        return switch (this) {
            case Barrier _, ActiveMask _ -> false;
            case WarpBarrier it -> isFull(it.mask());
            case Shuffle it -> isFull(it.mask());
            case Vote it -> isFull(it.mask());
            case Match it -> isFull(it.mask());
            case Reduce it -> isFull(it.mask());
            case Elect it -> isFull(it.mask());
        };
    }

    private static boolean isFull(Value mask) {
        return mask instanceof Value.Constant(long bits, _) && (int) bits == -1;
    }

    /**
     * A barrier of a block, or of as many threads as it says.
     *
     * @param number 0 to 15
     * @param count of threads, a multiple of the warp's; null for the whole block
     * @param kind what happens
     * @param aligned whether all threads of a warp must come to it together, as to {@code bar}
     * @param predicate what each brings for a reduction; null otherwise
     * @param target gets the reduction's result: INT for POPC, BOOLEAN for AND and OR; null when
     *     there is none or nobody wants it
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
            /** Counts the thread in but does not hold it. */
            ARRIVE,
            POPC,
            AND,
            OR
        }
    }

    /** A barrier of the lanes of a mask. */
    record WarpBarrier(Value mask) implements Meeting {}

    /**
     * Each lane takes a value of another.
     *
     * @param target gets the value
     * @param inRange gets whether the other lane was in range; null when nobody wants to know
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
        /** Which other lane. */
        public enum From {
            UP,
            DOWN,
            BFLY,
            IDX
        }
    }

    /**
     * Lanes tell each other a predicate.
     *
     * @param target BOOLEAN, or INT for BALLOT
     */
    record Vote(Test test, Register target, Value predicate, boolean negated, Value mask)
            implements Meeting {
        /** What is made of the predicates. */
        public enum Test {
            ALL,
            ANY,
            UNIFORM,
            BALLOT
        }
    }

    /**
     * Lanes find those who have the same value.
     *
     * @param all whether all must have the same; then {@code allSame} tells
     * @param value INT or LONG
     */
    record Match(
            boolean all,
            @Nullable Register target,
            @Nullable Register allSame,
            Value value,
            Value mask)
            implements Meeting {}

    /** The lanes that are here together. */
    record ActiveMask(Register target) implements Meeting {}

    /** Lanes combine their values; the type is s32, u32 or b32. */
    record Reduce(Step.Update update, ScalarType type, Register target, Value value, Value mask)
            implements Meeting {}

    /** One lane of a mask is chosen. */
    record Elect(@Nullable Register target, @Nullable Register chosen, Value mask)
            implements Meeting {}
}
