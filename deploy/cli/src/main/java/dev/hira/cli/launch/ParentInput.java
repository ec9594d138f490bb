package dev.hira.cli.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;

/** The standard input of a process that another process started as a {@link HiraProcess}. */
public final class ParentInput {
    private ParentInput() {}

    /** Waits for a line; returns false when the input ends first. */
    public static boolean awaitLine() throws IOException {
        int read = System.in.read();
        while (read >= 0 && read != '\n') {
            read = System.in.read();
        }
        return read >= 0;
    }

    /** Returns a latch that opens at the end of the input: when the parent closed it or is gone. */
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
            // An error ends the input as well.
        }
    }
}
