package dev.hira.sim.engine;

/** A point in a channel that remembers when the channel got there. */
public final class MarkOperation extends ChannelOperation {
    private long nanos;

    /** When the channel got there; valid once {@link #done}. */
    public long nanos() {
        return nanos;
    }

    void stamp(long now) {
        nanos = now;
    }
}
