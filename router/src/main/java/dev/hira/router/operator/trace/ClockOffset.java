package dev.hira.router.operator.trace;

import org.jspecify.annotations.Nullable;

/**
 * The difference between the router's clock and a server's, from one question and its answer.
 *
 * @param nanos the router's time minus the server's
 * @param errorNanos the error that this may have
 */
record ClockOffset(long nanos, long errorNanos) {
    /** Clocks of which nothing is known. */
    static final ClockOffset UNKNOWN = new ClockOffset(0, Long.MAX_VALUE);

    /**
     * Returns the offset. The server read its clock between the router's two readings. Clocks that
     * may be the same, as on one host, count as the same.
     *
     * @param asked the router's clock at the question
     * @param answered the server's clock
     * @param now the router's clock at the answer
     */
    static ClockOffset measured(long asked, long answered, long now) {
        long error = (now - asked + 1) / 2;
        long middle = asked + (now - asked) / 2 - answered;
        return new ClockOffset(Math.abs(middle) <= error ? 0 : middle, error);
    }

    /** Returns the better one of two offsets of the same clocks. */
    ClockOffset orBetter(@Nullable ClockOffset other) {
        return other == null || errorNanos <= other.errorNanos ? this : other;
    }
}
