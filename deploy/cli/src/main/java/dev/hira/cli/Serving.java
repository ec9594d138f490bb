package dev.hira.cli;

import dev.hira.cli.client.ErrorMessages;
import dev.hira.cli.client.UsageException;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.link.grpc.LinkWarmUp;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/**
 * The life of a serving process: it announces that it is ready, and closes in order when asked to.
 */
final class Serving {
    private Serving() {}

    /**
     * Serves until SIGTERM or SIGINT or, when attached, until the standard input ends; then closes.
     *
     * @param service the router or server; closing it drains first
     * @param addresses the addresses that it serves
     * @param attached whether the end of the standard input ends the process
     */
    static void untilAsked(AutoCloseable service, List<String> addresses, boolean attached) {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(
                        Thread.ofPlatform()
                                .unstarted(() -> {
                                    asked.countDown();
                                    awaitUninterrupted(closed);
                                }));
        if (attached) {
            Thread.ofPlatform()
                    .daemon()
                    .name("stdin")
                    .start(() -> {
                        drainStandardInput();
                        asked.countDown();
                    });
        }
        System.out.println(HiraProcess.READY + String.join(" ", addresses));
        try {
            try (LinkWarmUp _ = LinkWarmUp.start(System::nanoTime)) {
                awaitUninterrupted(asked);
            }
            service.close();
        } catch (Exception e) {
            System.err.println("hira: while closing: " + ErrorMessages.sentence(e));
        } finally {
            closed.countDown();
        }
    }

    /**
     * Does something that a configuration asks for.
     *
     * @throws UsageException when the configuration asks for what is not there
     */
    static <T> T configured(Supplier<T> action) {
        try {
            return action.get();
        } catch (IllegalArgumentException e) {
            throw new UsageException(ErrorMessages.sentence(e));
        }
    }

    /** Tells that a configuration is valid. */
    static void tellValid() {
        System.out.println("the configuration is valid");
    }

    private static void drainStandardInput() {
        byte[] ignored = new byte[256];
        try {
            int read = System.in.read(ignored);
            while (read >= 0) {
                read = System.in.read(ignored);
            }
        } catch (IOException e) {
            // An error ends the input as well.
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
