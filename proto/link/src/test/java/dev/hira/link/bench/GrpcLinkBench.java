package dev.hira.link.bench;

import com.google.errorprone.annotations.FormatMethod;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.grpc.GrpcLinkClient;
import dev.hira.link.grpc.GrpcLinkServer;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Measures links over gRPC against plain gRPC with byte arrays, in one run. Run with {@code serve
 * URI URI} in one process and {@code measure URI URI} in another; the first URI is for links, the
 * second for the plain stream.
 */
public final class GrpcLinkBench {
    private static final int BATCH = 500;

    private GrpcLinkBench() {}

    public static void main(String[] args) throws Exception {
        URI links = URI.create(args[1]);
        URI bare = URI.create(args[2]);
        if (args[0].equals("serve")) {
            serve(links, bare);
        } else {
            for (int round = 0; round < 3; round++) {
                measure(links, bare);
            }
        }
    }

    private static void serve(URI uri, URI bareUri) throws Exception {
        EventLoops loops = EventLoops.create(1, "bench-server");
        GrpcLinkServer.builder()
                .listen(uri)
                .eventLoops(loops)
                .onLink((link, peer) -> link.start(new Echo(link)))
                .start();
        BareGrpc.serve(bareUri);
        report("serving");
        new CountDownLatch(1).await();
    }

    /** Echoes small frames; counts the records of batches, and the bytes of large frames. */
    private static final class Echo implements LinkHandler {
        private final Link link;
        private final RecordCursor cursor = new RecordCursor();
        private final FrameWriter writer = new FrameWriter();
        private long seen;

        Echo(Link link) {
            this.link = link;
        }

        @Override
        public void onFrame(Frame frame) {
            cursor.wrap(frame);
            int last = 0;
            while (cursor.next()) {
                seen++;
                last = cursor.flags();
            }
            if (last == 1) {
                link.send(frame);
            } else if (last == 2) {
                frame.release();
                link.send(writer.begin(RecordKinds.REPLY, 0, 0, seen, 0).end().finish(0));
            } else {
                frame.release();
            }
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {}
    }

    /** Makes the measuring thread wait for answers and room. */
    private static final class Waiter implements LinkHandler {
        private final Semaphore answers = new Semaphore(0);
        private final Semaphore room = new Semaphore(0);
        private @Nullable Runnable inline;

        @Override
        public void onFrame(Frame frame) {
            frame.release();
            Runnable next = inline;
            if (next == null) {
                answers.release();
            } else {
                next.run();
            }
        }

        @Override
        public void onWritable() {
            room.release();
        }

        @Override
        public void onClosed(LinkStatus status) {
            if (status.cause() != LinkStatus.Cause.NORMAL) {
                report("%s", status);
            }
        }
    }

    private static void measure(URI uri, URI bareUri) throws Exception {
        EventLoops loops = EventLoops.create(1, "bench-client");
        Link link = GrpcLinkClient.connect(uri, LinkOptions.on(loops.next()));
        Waiter waiter = new Waiter();
        link.start(waiter);
        BareGrpc bare = new BareGrpc(bareUri);
        bare.pingPong(3000);
        pingPong(link, waiter, 3000);
        report(
                "ping-pong 100 B, blocking, µs: bare %s link %s",
                bare.pingPong(10000), pingPong(link, waiter, 10000));
        report(
                "ping-pong 100 B, callback, µs: bare %s link %s",
                bare.callbackPingPong(10000), callbackPingPong(link, waiter, 10000));
        batches(link, waiter, 500);
        report(
                "one-way records of 88 B in batches, M/s: bare %.2f link %.2f",
                bare.oneWay(BATCH * 88, 4000) * BATCH / 1e6, batches(link, waiter, 4000) / 1e6);
        for (int size : new int[] {256 << 10, 1 << 20}) {
            report(
                    "%d KiB frames, GB/s: bare %.2f link native %.2f heap %.2f",
                    size >> 10,
                    bare.oneWay(size, (1 << 30) / size) * size / 1e9,
                    bulk(link, waiter, java.lang.foreign.Arena.global().allocate(size), 1 << 30),
                    bulk(link, waiter, MemorySegment.ofArray(new byte[size]), 1 << 30));
        }
        report("opening until the first answer, ms: %s", opening(uri, loops));
        link.close();
        bare.close();
        loops.close();
    }

    private static String opening(URI uri, EventLoops loops) throws Exception {
        FrameWriter writer = new FrameWriter();
        long[] times = new long[200];
        for (int i = 0; i < times.length; i++) {
            long start = System.nanoTime();
            Link link = GrpcLinkClient.connect(uri, LinkOptions.on(loops.next()));
            Waiter waiter = new Waiter();
            link.start(waiter);
            link.send(writer.begin(RecordKinds.CALL, 1, 1, i, 0).end().finish(0));
            waiter.answers.acquire();
            times[i] = (System.nanoTime() - start) / 1000;
            link.close();
        }
        return String.format(Locale.ROOT, "first %.1f ", times[0] / 1e3) + percentiles(times);
    }

    private static String pingPong(Link link, Waiter waiter, int count) throws Exception {
        FrameWriter writer = new FrameWriter();
        byte[] args = new byte[68];
        long[] times = new long[count];
        long before = allocated();
        for (int i = 0; i < count; i++) {
            long start = System.nanoTime();
            link.send(
                    writer.begin(RecordKinds.CALL, 1, 1, i, 0)
                            .args(args, args.length)
                            .end()
                            .finish(0));
            waiter.answers.acquire();
            times[i] = System.nanoTime() - start;
        }
        return percentiles(times) + " (" + (allocated() - before) / count + " B/frame caller)";
    }

    private static String callbackPingPong(Link link, Waiter waiter, int count) throws Exception {
        FrameWriter writer = new FrameWriter();
        byte[] args = new byte[68];
        long[] times = new long[count];
        CountDownLatch done = new CountDownLatch(1);
        AtomicLong start = new AtomicLong();
        int[] at = {0};
        long[] bytes = new long[1];
        waiter.inline =
                () -> {
                    long now = System.nanoTime();
                    if (at[0] > 0) {
                        times[at[0] - 1] = now - start.get();
                    } else {
                        bytes[0] = allocated();
                    }
                    if (at[0]++ == count) {
                        waiter.inline = null;
                        bytes[0] = allocated() - bytes[0];
                        done.countDown();
                        return;
                    }
                    start.set(now);
                    link.send(
                            writer.begin(RecordKinds.CALL, 1, 1, 1, 0)
                                    .args(args, args.length)
                                    .end()
                                    .finish(0));
                };
        link.send(
                writer.begin(RecordKinds.CALL, 1, 1, 1, 0).args(args, args.length).end().finish(0));
        done.await();
        return percentiles(times) + " (" + bytes[0] / count + " B/frame loop)";
    }

    private static double batches(Link link, Waiter waiter, int frames) throws Exception {
        FrameWriter writer = new FrameWriter();
        byte[] args = new byte[64];
        long start = System.nanoTime();
        for (int f = 0; f < frames; f++) {
            for (int i = 0; i < BATCH; i++) {
                writer.begin(RecordKinds.CALL, 0, 1, i, 0).args(args, args.length).end();
            }
            awaitRoom(link, waiter);
            link.send(writer.finish(0));
        }
        link.send(writer.begin(RecordKinds.CALL, 2, 1, 0, 0).end().finish(0));
        waiter.answers.acquire();
        return frames * (double) BATCH * 1e9 / (System.nanoTime() - start);
    }

    private static double bulk(Link link, Waiter waiter, MemorySegment data, long total)
            throws Exception {
        FrameWriter writer = new FrameWriter();
        long start = System.nanoTime();
        for (long done = 0; done < total; done += data.byteSize()) {
            writer.begin(RecordKinds.CALL, 0, 1, done, 0)
                    .payloadInline(1, data, data.byteSize(), true)
                    .end();
            awaitRoom(link, waiter);
            link.send(writer.finish(0));
        }
        link.send(writer.begin(RecordKinds.CALL, 2, 1, 0, 0).end().finish(0));
        waiter.answers.acquire();
        return total / (double) (System.nanoTime() - start);
    }

    private static void awaitRoom(Link link, Waiter waiter) throws InterruptedException {
        while (!link.isWritable()) {
            waiter.room.acquire();
        }
    }

    static long allocated() {
        return ((com.sun.management.ThreadMXBean)
                        java.lang.management.ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }

    static String percentiles(long[] times) {
        long[] sorted = times.clone();
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT,
                "p50 %.1f p99 %.1f",
                sorted[sorted.length / 2] / 1e3,
                sorted[sorted.length * 99 / 100] / 1e3);
    }

    @FormatMethod
    static void report(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
