package dev.hira.sim.engine;

import org.jspecify.annotations.Nullable;

/** A point in a channel that waits for an operation of another channel. */
final class WaitOperation extends ChannelOperation {
    private @Nullable ChannelOperation awaited;

    WaitOperation(ChannelOperation awaited) {
        this.awaited = awaited;
    }

    /**
     * Registers a channel to wake when the awaited operation is done; false when it is done
     * already.
     */
    boolean blocks(Channel channel) {
        if (awaited != null && awaited.notifyWhenDone(channel)) {
            return true;
        }
        awaited = null;
        return false;
    }
}
