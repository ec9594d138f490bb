package dev.hira.link.grpc;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.net.KeepAlive;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordKinds;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The other end of a link in a separate process, for tests that kill it. */
final class Peer {
    /**
     * A client never pings. A stopped one wakes to a connection that the server has closed with a
     * reason; a ping that fails there would end the connection before the reason is read.
     */
    private static final KeepAlive WITHOUT_PINGS =
            new KeepAlive(Duration.ofDays(1), Duration.ofDays(1));

    /** How long a client has nothing more to write before it counts as ready. */
    private static final long REST_MILLIS = 700;

    private Peer() {}

    /** Runs {@code serve URI} or {@code connect URI}. Prints a line when ready. */
    public static void main(String[] args) throws Exception {
        EventLoops loops = EventLoops.create(1, "peer");
        URI uri = URI.create(args[1]);
        if (args[0].equals("serve")) {
            GrpcLinkServer.builder()
                    .listen(uri)
                    .eventLoops(loops)
                    .onLink((link, peer) -> greet(link))
                    .start();
        } else {
            LinkOptions options = LinkOptions.on(loops.next()).withKeepAlive(WITHOUT_PINGS);
            greet(GrpcLinkClient.connect(uri, options));
            // Writes of the handshake that wait when the process is stopped would fail as pings do.
            loops.next().schedule(() -> {}, REST_MILLIS, TimeUnit.MILLISECONDS).get();
        }
        System.out.println("there");
        new CountDownLatch(1).await();
    }

    private static void greet(Link link) {
        link.start(new Ignoring());
        link.send(new FrameWriter().begin(RecordKinds.CALL, 0, 1, 1, 1).end().finish(0));
    }

    private static final class Ignoring implements LinkHandler {
        @Override
        public void onFrame(Frame frame) {
            frame.release();
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {
            System.out.println(status.cause() + ": " + status.message());
        }
    }

    /** Starts a process, and waits until it is ready. */
    static Process start(String role, URI uri, Path log) throws IOException {
        Process process =
                new ProcessBuilder(
                                List.of(
                                        Path.of(System.getProperty("java.home"), "bin", "java")
                                                .toString(),
                                        "-XX:+UseSerialGC",
                                        "-XX:TieredStopAtLevel=1",
                                        "--enable-native-access=ALL-UNNAMED",
                                        "--sun-misc-unsafe-memory-access=allow",
                                        "-cp",
                                        ManagementFactory.getRuntimeMXBean().getClassPath(),
                                        Peer.class.getName(),
                                        role,
                                        uri.toString()))
                        .redirectError(log.toFile())
                        .start();
        if (!"there".equals(process.inputReader().readLine())) {
            process.destroyForcibly();
            throw new IOException("the peer did not start; its log is " + log);
        }
        return process;
    }
}
