package dev.hira.sim.engine;

import org.jspecify.annotations.Nullable;

/** A point in a channel that waits for an operation of another one. */
final class WaitOperation extends ChannelOperation {
    private @Nullable ChannelOperation awaited;

    WaitOperation(ChannelOperation awaited) {
        this.awaited = awaited;
    }

    /** Has a channel woken when the awaited operation is done; false when it is already. */
    boolean blocks(Channel channel) {
        if (awaited != null && awaited.notifyWhenDone(channel)) {
            return true;
        }
        awaited = null;
        return false;
    }
}
