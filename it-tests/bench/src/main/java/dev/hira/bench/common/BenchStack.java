package dev.hira.bench.common;

import dev.hira.cli.launch.LocalStack;
import java.util.List;

/** Starts the stack that most parts measure. */
public final class BenchStack {
    private BenchStack() {}

    /** Starts a stack with a device that is large enough for the copies. */
    public static LocalStack stack() {
        return LocalStack.start(1, List.of("--devices", "1", "--profile", "default"), List.of());
    }

    /** Sleeps while other processes work. */
    public static void await(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while others work", e);
        }
    }
}
