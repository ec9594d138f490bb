package dev.hira.bench.common;

import dev.hira.cli.launch.LocalStack;
import java.util.List;

/** Starts the stack that most parts measure. */
public final class BenchStack {
    private BenchStack() {}

    /** A stack whose device is large enough for the copies. */
    public static LocalStack stack() {
        return LocalStack.start(1, List.of("--devices", "1", "--profile", "default"), List.of());
    }

    /** Lets others work for a while. */
    public static void await(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while others work", e);
        }
    }
}
