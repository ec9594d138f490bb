package dev.hira.sim.engine;

/** A point in a channel that records the time when the channel reached it. */
public final class MarkOperation extends ChannelOperation {
    private long nanos;

    /** Returns a point that the channel has reached at this time. */
    public static MarkOperation reached(long nanos) {
        MarkOperation mark = new MarkOperation();
        mark.stamp(nanos);
        mark.complete();
        return mark;
    }

    /** The time when the channel reached the point; valid once {@link #done}. */
    public long nanos() {
        return nanos;
    }

    void stamp(long now) {
        nanos = now;
    }
}
