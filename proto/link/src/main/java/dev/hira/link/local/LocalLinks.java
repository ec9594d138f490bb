package dev.hira.link.local;

import dev.hira.link.Link;
import java.util.concurrent.Executor;

/**
 * Links within this process, for tests and for a guest, router and server that live together. They
 * keep all of {@link Link}'s promises; a frame changes hands without being copied, unless it
 * borrows memory.
 */
public final class LocalLinks {
    /** The bytes that may wait for one end before the other is told to pause. */
    public static final int DEFAULT_CAPACITY = 4 << 20;

    private LocalLinks() {}

    /** The two ends of a link. */
    public record Pair(Link first, Link second) {}

    /**
     * A pair whose handlers run on the given executor, each end one task at a time. With an
     * executor that runs tasks at once, frames are delivered inside {@link Link#send}.
     */
    public static Pair pair(Executor executor) {
        return pair(executor, executor, DEFAULT_CAPACITY);
    }

    /**
     * A pair whose handlers run each on an executor of its own.
     *
     * @param capacity how many bytes may wait for one end before {@link Link#isWritable} of the
     *     other is false
     */
    public static Pair pair(Executor first, Executor second, int capacity) {
        LocalLink one = new LocalLink(first, capacity);
        LocalLink two = new LocalLink(second, capacity);
        one.join(two);
        two.join(one);
        return new Pair(one, two);
    }

    /** A pair that does nothing until its owner runs it: always in the same order. */
    public static Deterministic deterministic() {
        return deterministic(DEFAULT_CAPACITY);
    }

    /** The same with a limit to the bytes that may wait for one end. */
    public static Deterministic deterministic(int capacity) {
        StepExecutor steps = new StepExecutor();
        return new Deterministic(pair(steps, steps, capacity), steps);
    }

    /**
     * A pair of links, and the executor on which its handlers run when its owner says so.
     *
     * @param pair the ends
     * @param steps runs what is due
     */
    public record Deterministic(Pair pair, StepExecutor steps) {
        public Link first() {
            return pair.first();
        }

        public Link second() {
            return pair.second();
        }

        /** Runs everything that is due, and what follows from it. */
        public void run() {
            steps.runAll();
        }
    }
}
