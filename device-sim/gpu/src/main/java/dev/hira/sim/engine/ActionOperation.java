package dev.hira.sim.engine;

import org.jspecify.annotations.Nullable;

/**
 * A short action at a point in a channel. It takes no time and needs no engine. It always runs,
 * even after the context has failed.
 */
public final class ActionOperation extends ChannelOperation {
    private @Nullable Runnable action;
    private final boolean endsChannel;

    public ActionOperation(Runnable action) {
        this(action, false);
    }

    private ActionOperation(Runnable action, boolean endsChannel) {
        this.action = action;
        this.endsChannel = endsChannel;
    }

    /** Returns the last operation of a channel, which then ends. */
    static ActionOperation ending(Runnable drop) {
        return new ActionOperation(drop, true);
    }

    /** Whether it only ends its channel. */
    public boolean endsChannel() {
        return endsChannel;
    }

    void run() {
        Runnable once = action;
        action = null;
        if (once != null) {
            once.run();
        }
    }
}
