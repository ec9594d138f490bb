package dev.hira.server.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.TimeUnit;

/** A budget of log bytes for each minute. */
final class LogQuota {
    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final long bytes;

    @GuardedBy("this")
    private long windowStart;

    @GuardedBy("this")
    private long used;

    LogQuota(long bytes, long now) {
        this.bytes = bytes;
        this.windowStart = now;
    }

    long bytes() {
        return bytes;
    }

    /** Takes bytes at a time in nanoseconds; false when the minute's budget is spent. */
    synchronized boolean take(long wanted, long now) {
        if (now - windowStart >= WINDOW_NANOS) {
            windowStart = now;
            used = 0;
        }
        if (wanted > bytes - used) {
            used = bytes;
            return false;
        }
        used += wanted;
        return true;
    }
}
