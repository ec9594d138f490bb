package dev.hira.link.grpc.net;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * Limits the warnings that go to a log in a period, and reports the number it left out, so that
 * peers cannot fill the log. Safe for use by any thread.
 */
public final class LogThrottle {
    private static final int MOST_ENTRIES = 10;
    private static final long WINDOW = TimeUnit.SECONDS.toNanos(10);

    private final Logger log;
    private final LongSupplier clock;

    @GuardedBy("this")
    private long since;

    @GuardedBy("this")
    private int written;

    @GuardedBy("this")
    private long leftOut;

    /**
     * Creates a throttle.
     *
     * @param clock nanosecond clock
     */
    public LogThrottle(Logger log, LongSupplier clock) {
        this.log = log;
        this.clock = clock;
        this.since = clock.getAsLong();
    }

    /** Writes a warning unless the limit of the period is reached. */
    public void warn(String text) {
        if (passes()) {
            log.warn("{}", text);
        }
    }

    /**
     * Returns whether the caller may write a line now. First logs the number of lines left out
     * before.
     */
    public boolean passes() {
        long missing;
        synchronized (this) {
            long now = clock.getAsLong();
            if (now - since >= WINDOW) {
                missing = leftOut;
                since = now;
                written = 0;
                leftOut = 0;
            } else {
                missing = 0;
            }
            if (written >= MOST_ENTRIES) {
                leftOut++;
                return false;
            }
            written++;
        }
        if (missing > 0) {
            log.warn("{} further warnings of the following kind were left out", missing);
        }
        return true;
    }
}
