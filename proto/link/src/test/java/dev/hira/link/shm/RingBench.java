package dev.hira.link.shm;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.local.LocalLinks;
import dev.hira.link.ring.RingFile;
import dev.hira.link.ring.RingLink;
import dev.hira.link.ring.RingPoller;
import dev.hira.link.ring.RingSettings;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures rings between processes: round trips and one-way rates, to an echo directly and through
 * a relay. {@code main(round trips, one-way frames, frame bytes)} starts the other processes
 * itself.
 */
public final class RingBench {
    private static final int PING = 64;

    private RingBench() {}

    public static void main(String[] args) throws Exception {
        switch (args.length == 0 ? "all" : args[0]) {
            case "echo" -> echo(Path.of(args[1]));
            case "relay" -> relay(Path.of(args[1]), Path.of(args[2]));
            default -> measure(args);
        }
    }

    private static void measure(String[] args) throws Exception {
        int trips = args.length > 1 ? Integer.parseInt(args[1]) : 100_000;
        int oneWay = args.length > 2 ? Integer.parseInt(args[2]) : 200_000;
        int bytes = args.length > 3 ? Integer.parseInt(args[3]) : 4096;
        for (boolean relayed : new boolean[] {false, true}) {
            run(relayed, trips, oneWay, bytes);
        }
    }

    private static void run(boolean relayed, int trips, int oneWay, int bytes) throws Exception {
        try (RegionDirectory directory =
                RegionDirectory.open(RegionDirectory.DEFAULT_PARENT, false, new SecureRandom())) {
            SharedRegion near = RingFile.create(directory, RingFile.DEFAULT_CAPACITY);
            Process far;
            Process middle = null;
            if (relayed) {
                SharedRegion farther = RingFile.create(directory, RingFile.DEFAULT_CAPACITY);
                far = start("echo", farther.path().toString());
                middle = start("relay", near.path().toString(), farther.path().toString());
            } else {
                far = start("echo", near.path().toString());
            }
            try {
                Client client = new Client(near);
                System.out.printf(Locale.ROOT, "%n%s%n", relayed ? "through a relay" : "one hop");
                client.pingPong(trips / 4);
                for (int i = 0; i < 3; i++) {
                    client.pingPong(trips);
                }
                client.oneWay(oneWay / 4, bytes);
                client.oneWay(oneWay, bytes);
                client.oneWay(oneWay / 50, 256 << 10);
            } finally {
                far.destroyForcibly();
                if (middle != null) {
                    middle.destroyForcibly();
                }
            }
        }
    }

    private static Process start(String... args) throws IOException {
        List<String> command =
                new java.util.ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                RingBench.class.getName()));
        command.addAll(Arrays.asList(args));
        return new ProcessBuilder(command).inheritIO().start();
    }

    private static Link control() {
        return LocalLinks.deterministic().first();
    }

    private static RingPoller poller() {
        return RingPoller.start(new DefaultThreadFactory("rings", true), System::nanoTime);
    }

    private static void echo(Path path) throws Exception {
        RingPoller poller = poller();
        RingLink link =
                RingLink.second(RingFile.map(path), poller, control(), RingSettings.DEFAULT);
        link.start(
                new Handler() {
                    @Override
                    public void onFrame(Frame frame) {
                        if (TestFrames.number(frame) < 0) {
                            frame.release();
                        } else {
                            link.send(frame);
                        }
                    }
                });
        new CountDownLatch(1).await();
    }

    private static void relay(Path near, Path far) throws Exception {
        RingPoller poller = poller();
        RingLink down =
                RingLink.second(RingFile.map(near), poller, control(), RingSettings.DEFAULT);
        RingLink up = RingLink.first(RingFile.map(far), poller, control(), RingSettings.DEFAULT);
        down.start(new Forward(up, down));
        up.start(new Forward(down, up));
        new CountDownLatch(1).await();
    }

    /** Ignores all events except frames. */
    private abstract static class Handler implements LinkHandler {
        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {}
    }

    /** Forwards frames, with back-pressure. */
    private static final class Forward extends Handler {
        private final Link to;
        private final Link from;

        Forward(Link to, Link from) {
            this.to = to;
            this.from = from;
        }

        @Override
        public void onFrame(Frame frame) {
            to.send(frame);
            if (!to.isWritable()) {
                from.setReadable(false);
            }
        }

        @Override
        public void onWritable() {
            to.setReadable(true);
        }
    }

    /** The measuring process. */
    private static final class Client extends Handler {
        private final RingLink link;
        private final Thread thread = Thread.currentThread();
        private volatile long received;

        Client(SharedRegion region) {
            link = RingLink.first(region, poller(), control(), RingSettings.DEFAULT);
            link.start(this);
        }

        @Override
        public void onFrame(Frame frame) {
            received = TestFrames.number(frame);
            frame.release();
            if (!Thread.currentThread().equals(thread)) {
                LockSupport.unpark(thread);
            }
        }

        @Override
        public void onWritable() {
            LockSupport.unpark(thread);
        }

        void pingPong(int trips) {
            long[] times = new long[trips];
            for (int i = 0; i < trips; i++) {
                long number = i + 1L;
                long begin = System.nanoTime();
                link.send(TestFrames.of(number, PING));
                if (!link.await(() -> received == number, TimeUnit.SECONDS.toNanos(120))) {
                    throw new IllegalStateException("no answer to " + number);
                }
                times[i] = System.nanoTime() - begin;
            }
            Arrays.sort(times);
            System.out.printf(
                    Locale.ROOT,
                    "ping-pong p50 %.1f us, p10 %.1f us, p99 %.1f us%n",
                    times[trips / 2] / 1e3,
                    times[trips / 10] / 1e3,
                    times[trips - trips / 100 - 1] / 1e3);
        }

        void oneWay(int frames, int bytes) {
            long begin = System.nanoTime();
            Frame frame = TestFrames.of(-1, bytes);
            for (int i = 0; i < frames; i++) {
                if (!link.isWritable()) {
                    link.await(() -> link.isWritable(), TimeUnit.SECONDS.toNanos(120));
                }
                link.send(frame.retain());
            }
            frame.release();
            long number = begin & Long.MAX_VALUE;
            link.send(TestFrames.of(number, PING));
            if (!link.await(() -> received == number, TimeUnit.SECONDS.toNanos(120))) {
                throw new IllegalStateException("the frames did not arrive");
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            System.out.printf(
                    Locale.ROOT,
                    "one way, frames of %d bytes: %.2f M/s (= %.1f M/s commands of 100 bytes),"
                            + " %.2f GB/s%n",
                    bytes,
                    frames / seconds / 1e6,
                    frames / seconds / 1e6 * (bytes / 100.0),
                    (double) frames * bytes / seconds / 1e9);
        }
    }
}
