package dev.hira.sim.engine;

import org.jspecify.annotations.Nullable;

/**
 * A short action at a point in a channel. It takes no time and needs no engine. It always runs,
 * even after the context has failed.
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
