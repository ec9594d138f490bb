package dev.hira.sim.engine;

import org.jspecify.annotations.Nullable;

/**
 * A short action that belongs to a point in a channel. It takes no time, needs no engine, and
 * happens in any case, also when the context has failed.
 */
public final class ActionOperation extends ChannelOperation {
    private @Nullable Runnable action;

    public ActionOperation(Runnable action) {
        this.action = action;
    }

    void run() {
        Runnable once = action;
        action = null;
        if (once != null) {
            once.run();
        }
    }
}
