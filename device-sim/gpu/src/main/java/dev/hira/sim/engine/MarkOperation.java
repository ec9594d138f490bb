package dev.hira.sim.engine;

/** A point in a channel that records the time when the channel reached it. */
public final class MarkOperation extends ChannelOperation {
    private long nanos;

    /** The time when the channel reached the point; valid once {@link #done}. */
    public long nanos() {
        return nanos;
    }

    void stamp(long now) {
        nanos = now;
    }
}
