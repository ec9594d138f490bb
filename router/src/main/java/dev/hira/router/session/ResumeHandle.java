package dev.hira.router.session;

import dev.hira.router.judge.DownPath;
import org.jspecify.annotations.Nullable;

/** What a policy runs, on any thread, to have a delayed command judged again. */
final class ResumeHandle implements Runnable {
    private final RouterSession session;
    private volatile @Nullable DownPath path;

    ResumeHandle(RouterSession session) {
        this.session = session;
    }

    void aim(DownPath down) {
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
