package dev.hira.router.operator.checkpoint;

import dev.hira.policy.NanoClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The attempts to let a VM come to rest. Functions of the guest library make calls if a session has
 * no shared memory, so a rest that begins while one is queued does not end before its limit. Such a
 * VM is held for a short time first, and for a quarter longer each time. It goes on in between.
 */
public final class RestAttempts {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration BETWEEN = Duration.ofMillis(20);

    private final TimeLeft time;
    private final boolean several;
    private Duration next = FIRST;

    /**
     * @param limit the time for all attempts
     * @param several whether there may be more than one
     */
    public RestAttempts(NanoClock clock, Duration limit, boolean several) {
        this.time = new TimeLeft(clock, limit);
        this.several = several;
    }

    /** Returns the time that is left for all attempts. */
    public Duration left() {
        return time.left();
    }

    /** Returns the time for the next attempt: the last one gets all that is left. */
    public Duration next() {
        Duration left = time.left();
        Duration present = next;
        if (!several || left.compareTo(present) <= 0) {
            return left;
        }
        next = present.multipliedBy(5).dividedBy(4);
        return left.compareTo(next) > 0 ? present : left;
    }

    /** Whether no time is left for another attempt. */
    public boolean isLast() {
        return !several || time.left().compareTo(BETWEEN) <= 0;
    }

    /** Waits for the next attempt; false: the thread was interrupted. */
    public boolean await() {
        try {
            TimeUnit.NANOSECONDS.sleep(BETWEEN.toNanos());
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
