package dev.hira.link.local;

import dev.hira.link.Link;
import java.util.concurrent.Executor;

/**
 * Factory of links within this process, for tests and for a guest, router and server that share
 * one. They keep all of {@link Link}'s promises; a frame is handed over uncopied, unless it borrows
 * memory.
 */
public final class LocalLinks {
    /** The bytes that may wait for one end before the other must pause. */
    public static final int DEFAULT_CAPACITY = 4 << 20;

    private LocalLinks() {}

    /** The two ends of a link. */
    public record Pair(Link first, Link second) {
        /** Breaks the link as a network does: neither end has closed it, frames are lost. */
        public void cut() {
            ((LocalLink) first).cut();
        }
    }

    /**
     * Returns a pair whose handlers run on the given executor, one task at a time per end. An
     * executor that runs tasks at once delivers frames inside {@link Link#send}.
     */
    public static Pair pair(Executor executor) {
        return pair(executor, executor, DEFAULT_CAPACITY);
    }

    /**
     * Returns a pair whose handlers run on an executor each.
     *
     * @param capacity the bytes that may wait for one end before {@link Link#isWritable} of the
     *     other is false
     */
    public static Pair pair(Executor first, Executor second, int capacity) {
        LocalLink one = new LocalLink(first, capacity);
        LocalLink two = new LocalLink(second, capacity);
        one.join(two);
        two.join(one);
        return new Pair(one, two);
    }

    /** Returns a pair that makes progress only when its owner runs it, in a deterministic order. */
    public static Deterministic deterministic() {
        return deterministic(DEFAULT_CAPACITY);
    }

    /** Returns a stepped pair with a limit on the bytes that may wait for one end. */
    public static Deterministic deterministic(int capacity) {
        StepExecutor steps = new StepExecutor();
        return new Deterministic(pair(steps, steps, capacity), steps);
    }

    /**
     * A pair of links and the executor on which its handlers run when the owner asks.
     *
     * @param pair the ends
     * @param steps runs due tasks
     */
    public record Deterministic(Pair pair, StepExecutor steps) {
        public Link first() {
            return pair.first();
        }

        public Link second() {
            return pair.second();
        }

        /** Runs all due tasks and the tasks that they cause. */
        public void run() {
            steps.runAll();
        }
    }
}
