package dev.hira.sim.engine;

import org.jspecify.annotations.Nullable;

/** A point in a channel that waits for an operation of another channel. */
public final class WaitOperation extends ChannelOperation {
    private @Nullable ChannelOperation awaited;

    public WaitOperation(ChannelOperation awaited) {
        this.awaited = awaited;
    }

    /** The operation to wait for; null once the wait is over. */
    public @Nullable ChannelOperation awaited() {
        return awaited;
    }

    /** Whether the awaited operation is done and was terminated. */
    public boolean meetsTermination() {
        return awaited instanceof MarkOperation mark && mark.done() && mark.terminated();
    }

    /**
     * Registers a channel to wake when the awaited operation is done; false when it is done
     * already.
     */
    boolean blocks(Channel channel) {
        if (awaited != null) {
            channel.awaiting = awaited;
            if (awaited.notifyWhenDone(channel)) {
                return true;
            }
            channel.awaiting = null;
        }
        awaited = null;
        return false;
    }
}
