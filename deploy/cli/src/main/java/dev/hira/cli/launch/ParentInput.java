package dev.hira.cli.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;

/**
 * What a process hears on its standard input of the one that started it as a {@link HiraProcess}.
 */
public final class ParentInput {
    private ParentInput() {}

    /** Waits for a line; false when there will be none. */
    public static boolean awaitLine() throws IOException {
        int read = System.in.read();
        while (read >= 0 && read != '\n') {
            read = System.in.read();
        }
        return read >= 0;
    }

    /** Reaches zero when the input ends: when the parent has had enough, or is gone. */
    public static CountDownLatch untilItEnds() {
        CountDownLatch ended = new CountDownLatch(1);
        Thread.ofPlatform()
                .daemon()
                .name("stdin")
                .start(() -> {
                    drain();
                    ended.countDown();
                });
        return ended;
    }

    private static void drain() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // As good as its end.
        }
    }
}
