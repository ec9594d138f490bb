package dev.hira.router.session;

import dev.hira.router.judge.DownPath;
import org.jspecify.annotations.Nullable;

/** Has a delayed command judged again; may be run by the policy on any thread. */
final class JudgeAgain implements Runnable {
    private final RouterSession session;
    private volatile @Nullable DownPath path;

    JudgeAgain(RouterSession session) {
        this.session = session;
    }

    void target(DownPath down) {
        path = down;
    }

    @Override
    public void run() {
        DownPath down = path;
        if (down != null) {
            session.execute(down::resume);
        }
    }
}
