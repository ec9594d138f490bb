package dev.hira.guest.cuda;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The first failure of work that no call of the program waits for. The next call reports it. */
final class EarlierFailure {
    private final AtomicReference<@Nullable RuntimeException> first = new AtomicReference<>();

    /** The thread that last ran such work, which no failure of it concerns. */
    private volatile @Nullable Thread keeper;

    /** Runs such work. */
    void keep(Runnable work) {
        keeper = Thread.currentThread();
        try {
            work.run();
        } catch (RuntimeException e) {
            first.compareAndSet(null, e);
        }
    }

    /** Throws the failure, once. */
    void report() {
        if (first.get() != null && !Thread.currentThread().equals(keeper)) {
            RuntimeException failure = first.getAndSet(null);
            if (failure != null) {
                throw failure;
            }
        }
    }
}
