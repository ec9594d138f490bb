package dev.hira.sim.engine;

/** A point in a channel that records the time when the channel reached it. */
public final class MarkOperation extends ChannelOperation {
    private long nanos;
    private volatile boolean terminated;

    /** Returns a point that the channel has reached at this time. */
    public static MarkOperation reached(long nanos) {
        return reached(nanos, false);
    }

    /**
     * Returns a point that the channel has reached at this time.
     *
     * @param terminated as {@link #terminated}
     */
    public static MarkOperation reached(long nanos, boolean terminated) {
        MarkOperation mark = new MarkOperation();
        mark.stamp(nanos, terminated);
        mark.complete();
        return mark;
    }

    /** The time when the channel reached the point; valid once {@link #done}. */
    public long nanos() {
        return nanos;
    }

    /**
     * Whether the work up to the point was skipped, because work that it had to wait for was
     * terminated; valid once {@link #done}.
     */
    public boolean terminated() {
        return terminated;
    }

    void stamp(long now, boolean skipped) {
        nanos = now;
        terminated = skipped;
    }
}
