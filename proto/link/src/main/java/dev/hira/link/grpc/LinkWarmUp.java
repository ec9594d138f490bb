package dev.hira.link.grpc;

import dev.hira.base.Leftovers;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordKinds;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One link from a serving process to itself, opened on a background thread. It carries no session.
 * Its only effect is that the JVM has run the code of gRPC and Netty before the first session needs
 * it.
 *
 * <p>The link has an event loop and a private Unix socket of its own, so that it occupies nothing
 * that sessions use. It begins half a second after {@link #start}: a session that comes earlier
 * would compete with it for cores, and warms the same code. When the link fails or takes longer
 * than a second, the warm-up ends and logs the reason at debug level.
 */
public final class LinkWarmUp implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(LinkWarmUp.class);
    private static final Duration DELAY = Duration.ofMillis(500);
    private static final String NAME = "hira-warm-up";
    private static final String SOCKET = "links.sock";

    private final Path parent;
    private final Duration delay;
    private final Duration limit;
    private final LongSupplier clock;
    private final Thread thread;
    private volatile boolean done;

    private LinkWarmUp(Path parent, Duration delay, Duration limit, LongSupplier clock) {
        this.parent = parent;
        this.delay = delay;
        this.limit = limit;
        this.clock = clock;
        thread = Thread.ofPlatform().daemon().name(NAME).unstarted(this::run);
    }

    /**
     * Starts a warm-up, with its socket in a new folder among the system's temporary files.
     *
     * @param clock a clock of nanoseconds
     */
    public static LinkWarmUp start(LongSupplier clock) {
        return start(Path.of(System.getProperty("java.io.tmpdir")), DELAY, LIMIT, clock);
    }

    /**
     * Starts a warm-up.
     *
     * @param parent the folder in which the socket's own folder is created
     * @param delay how long to wait before the link
     * @param limit how long the link may take
     */
    static LinkWarmUp start(Path parent, Duration delay, Duration limit, LongSupplier clock) {
        LinkWarmUp warmUp = new LinkWarmUp(parent, delay, limit, clock);
        warmUp.thread.start();
        return warmUp;
    }

    /**
     * Ends the warm-up if it still runs, and waits at most a second until its socket and its
     * threads are gone.
     */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the warm-up has ended, and returns whether its link did all that it should. */
    boolean awaitEnd() throws InterruptedException {
        thread.join();
        return done;
    }

    private void run() {
        try {
            Thread.sleep(delay);
            warmUp();
        } catch (IOException | TimeoutException | InterruptedException | RuntimeException e) {
            LOG.debug("the warm-up ended early", e);
        }
    }

    private void warmUp() throws IOException, InterruptedException, TimeoutException {
        Path folder = Files.createTempDirectory(parent, NAME + "-");
        Path socket = folder.resolve(SOCKET);
        Leftovers.remove(folder, NAME + "-*", SOCKET);
        try {
            openLink(URI.create("hira+unix://" + socket));
        } finally {
            Files.deleteIfExists(socket);
            Files.delete(folder);
        }
    }

    /**
     * Opens a link as a router does, through a pool; sends a frame, receives the answer and closes
     * the link.
     */
    private void openLink(URI uri) throws IOException, InterruptedException, TimeoutException {
        long deadline = clock.getAsLong() + limit.toNanos();
        try (EventLoops loops = EventLoops.create(1, NAME + "-io");
                GrpcLinkServer _ = listen(uri, loops);
                KeptConnections kept = new KeptConnections(1, LIMIT);
                Link link = kept.connect(uri, LinkOptions.on(loops.next()))) {
            End end = new End(() -> {});
            link.start(end);
            link.send(frame());
            await(end.answered, deadline);
            link.close(LinkStatus.NORMAL);
            await(end.closed, deadline);
            done = true;
        }
    }

    private static GrpcLinkServer listen(URI uri, EventLoops loops) throws IOException {
        return GrpcLinkServer.builder()
                .listen(uri)
                .socketMode(0600)
                .eventLoops(loops)
                .onLink((link, peer) -> link.start(new End(() -> link.send(frame()))))
                .start();
    }

    private void await(CountDownLatch event, long deadline)
            throws InterruptedException, TimeoutException {
        if (!event.await(deadline - clock.getAsLong(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException("the link took longer than " + limit.toMillis() + " ms");
        }
    }

    private static Frame frame() {
        byte[] args = new byte[16];
        FrameWriter writer = new FrameWriter();
        writer.begin(RecordKinds.CALL, 0, 1, 1, 1).args(args, args.length).end();
        return writer.finish(0);
    }

    /** One end of a link, which tells when a frame arrived and when the link has closed. */
    private static final class End implements LinkHandler {
        final CountDownLatch answered = new CountDownLatch(1);
        final CountDownLatch closed = new CountDownLatch(1);
        private final Runnable answer;

        End(Runnable answer) {
            this.answer = answer;
        }

        @Override
        public void onFrame(Frame frame) {
            frame.release();
            answer.run();
            answered.countDown();
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {
            closed.countDown();
        }
    }
}
