package dev.hira.guest.cuda;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The first failure of work that no call of the program waits for. The next call reports it. */
final class EarlierFailure {
    private final AtomicReference<@Nullable RuntimeException> first = new AtomicReference<>();

    /** Runs such work. */
    void keep(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            first.compareAndSet(null, e);
        }
    }

    /** Throws the failure, once. */
    void report() {
        if (first.get() != null) {
            RuntimeException failure = first.getAndSet(null);
            if (failure != null) {
                throw failure;
            }
        }
    }
}
