package dev.hira.sim.jit;

import java.util.ArrayList;
import java.util.List;

/**
 * A warp-synchronous kernel as a tree of statements. {@link WarpKernelText} writes it as PTX, and
 * {@link WarpModel} computes the memory that the kernel leaves.
 *
 * @param threads the size of its block
 * @param byLaneId whether the text asks for the lane and not for the number of the thread
 * @param hoisted whether addresses are computed once, at the beginning
 * @param closed whether a barrier precedes the loads with which it ends
 */
record WarpKernel(
        int threads, boolean byLaneId, boolean hoisted, boolean closed, List<Statement> body) {
    static final int WARP = 32;

    /** The words that a warp has of each array. */
    static final int WORDS = 64;

    /** The number of registers with values. */
    static final int VALUES = 6;

    /** The argument of each kernel. */
    static final int ARGUMENT = 5;

    /** Memory that the lanes of a warp share. */
    enum Array {
        TILE(0),
        OTHER(WORDS),
        GLOBAL(2 * WORDS);

        /** The first of the words that a warp has of it, among those that it has of all arrays. */
        final int first;

        Array(int first) {
            this.first = first;
        }
    }

    /** How an instruction names memory. */
    enum Way {
        PLAIN,
        VOLATILE,
        GENERIC,
        GENERIC_VOLATILE;

        boolean isVolatile() {
            return this == VOLATILE || this == GENERIC_VOLATILE;
        }

        boolean isGeneric() {
            return this == GENERIC || this == GENERIC_VOLATILE;
        }
    }

    /** How the word that a lane accesses follows from the lane, l, and a number, c. */
    enum Index {
        /** l + c. */
        AHEAD,
        /** l + c in a circle of 32. */
        CIRCLE,
        /** l ^ c. */
        PARTNER,
        /** (2c + 1) l in a circle of 32. */
        SPREAD,
        /** l >> c. */
        SHARED,
        /** c. */
        FIXED,
        /** The value c in a circle of 32. */
        VALUE;

        /** Whether each lane has a word of its own. */
        boolean isOwn() {
            return switch (this) {
                case AHEAD, CIRCLE, PARTNER, SPREAD -> true;
                case SHARED, FIXED, VALUE -> false;
            };
        }
    }

    record Place(Array array, Index index, int number) {}

    /** What a condition compares. */
    enum Test {
        /** The lane is less than the number. */
        LESS,
        /** The lane has a bit in common with the number. */
        BIT,
        /** The lane is the number. */
        ONE,
        /** The value with this number is odd. */
        ODD,
        /** The argument of the kernel has a bit in common with the number. */
        ARGUMENT
    }

    record Condition(Test test, int number) {}

    /**
     * How often lanes go round: (factor * lane + first) & mask.
     *
     * @param atLeastOnce whether that is one more, and the test is at the end
     */
    record Rounds(int factor, int first, int mask, boolean atLeastOnce) {
        int of(int lane) {
            return (factor * lane + first & mask) + (atLeastOnce ? 1 : 0);
        }
    }

    /** A statement. */
    sealed interface Statement {}

    record Load(int to, Place place, Way way) implements Statement {}

    record Store(Place place, Way way, int from) implements Statement {}

    /** {@code to = to * factor + from + lane}. */
    record Compute(int to, int from, int factor) implements Statement {}

    /**
     * A branch.
     *
     * @param guarded whether its only statement, an access, is written with a guard
     */
    record If(Condition condition, boolean guarded, List<Statement> then, List<Statement> otherwise)
            implements Statement {}

    record Loop(Rounds rounds, List<Statement> body) implements Statement {}

    /** Leaves the innermost loop. */
    record Break(Condition condition) implements Statement {}

    /**
     * Leaves the kernel.
     *
     * @param shared whether it branches to the end that other exits branch to as well
     */
    record Exit(Condition condition, boolean shared) implements Statement {}

    /** A barrier of the warp or of the block; all threads that have not left come to it. */
    record Barrier(boolean ofBlock) implements Statement {}

    /** Each lane with the condition adds a value to a sum under a spin lock; a barrier follows. */
    record Locked(Condition condition, int from) implements Statement {}

    WarpKernel with(List<Statement> other) {
        return new WarpKernel(threads, byLaneId, hoisted, closed, other);
    }

    int warps() {
        return (threads + WARP - 1) / WARP;
    }

    /** Returns the kernel without a statement. */
    WarpKernel without(Statement statement) {
        return with(replaced(body, statement, List.of()));
    }

    /** Returns the statements with others in place of one of them. */
    @SuppressWarnings("ReferenceEquality") // equal statements may stand at several places
    static List<Statement> replaced(
            List<Statement> body, Statement statement, List<Statement> others) {
        List<Statement> changed = new ArrayList<>();
        for (Statement each : body) {
            if (each == statement) {
                changed.addAll(others);
                continue;
            }
            changed.add(
                    switch (each) {
                        case If it -> {
                            List<Statement> then = replaced(it.then, statement, others);
                            List<Statement> otherwise = replaced(it.otherwise, statement, others);
                            boolean same = then.equals(it.then) && otherwise.equals(it.otherwise);
                            yield same
                                    ? it
                                    : new If(
                                            it.condition,
                                            it.guarded && then.size() == 1,
                                            then,
                                            otherwise);
                        }
                        case Loop it -> {
                            List<Statement> inner = replaced(it.body, statement, others);
                            yield inner.equals(it.body) ? it : new Loop(it.rounds, inner);
                        }
                        default -> each;
                    });
        }
        return List.copyOf(changed);
    }

    /** Returns all statements, each before those within it. */
    static List<Statement> all(List<Statement> body) {
        List<Statement> all = new ArrayList<>();
        for (Statement statement : body) {
            all.add(statement);
            if (statement instanceof If it) {
                all.addAll(all(it.then));
                all.addAll(all(it.otherwise));
            } else if (statement instanceof Loop it) {
                all.addAll(all(it.body));
            }
        }
        return all;
    }
}
