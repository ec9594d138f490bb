package dev.hira.link.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.base.tls.PeerRole;
import dev.hira.link.Link;
import dev.hira.link.LinkProbe;
import dev.hira.link.grpc.net.GrpcFixture;
import dev.hira.link.grpc.tls.TestAuthority;
import dev.hira.link.grpc.tls.TlsClient;
import dev.hira.link.grpc.tls.TlsIdentity;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Connections through a middleman that ends each one after a random number of bytes, in a random
 * way, as proxies, port forwards and broken networks do: while TLS or HTTP/2 begins, or later. None
 * of these ends is the word of the peer, so a session must not take one for a refusal.
 */
@ExtendWith(NoLeaks.class)
@Timeout(240)
final class CutConnectionsTest {
    private static final long SEED = 20261130;
    private static final int CONNECTIONS = 60;

    /** With TLS, HTTP/2 has begun on both ends after about half as many bytes each way. */
    private static final int MOST_BYTES = 5_000;

    /** As many bytes as the server takes from a peer that it does not know. */
    private static final int FRAME_BYTES = 8_000;

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"hira", "hira+tls"})
    void shouldTakeNoEndOfAConnectionForARefusal(String scheme) throws Exception {
        TestAuthority authority = TestAuthority.in(folder.resolve("pki"));
        TlsIdentity router = authority.identity(PeerRole.ROUTER, "r1");
        TlsClient guest = authority.client(PeerRole.VM, "blue");
        Random random = new Random(SEED);
        URI anyPort = URI.create(scheme + "://127.0.0.1:0");
        try (FrameWriter writer = new FrameWriter();
                GrpcFixture fixture = new GrpcFixture(anyPort, each -> each.tls(router))) {
            for (int i = 0; i < CONNECTIONS; i++) {
                Plan plan = Plan.random(random);
                try (Middleman middleman = new Middleman(fixture.server.uri().getPort(), plan)) {
                    URI uri = URI.create(scheme + "://127.0.0.1:" + middleman.port());
                    Link link = GrpcLinkClient.connect(uri, fixture.options().withTls(guest));
                    Broken probe = new Broken();
                    link.start(probe);
                    link.send(frame(writer));
                    LinkStatus status = ended(probe, plan);
                    assertThat(status.cause())
                            .as("seed %d, connection %d, %s: %s", SEED, i, plan, status.message())
                            .isEqualTo(Cause.UNAVAILABLE);
                    assertThat(probe.broke).as("%s", plan).isTrue();
                }
            }
        }
    }

    private static LinkStatus ended(LinkProbe probe, Plan plan) throws Exception {
        try {
            return probe.awaitClosed();
        } catch (TimeoutException e) {
            throw new AssertionError("a connection does not end: " + plan, e);
        }
    }

    private static Frame frame(FrameWriter writer) {
        MemorySegment payload = MemorySegment.ofArray(new byte[FRAME_BYTES]);
        return writer.begin(RecordKinds.CALL, 0, 7, 1, 2)
                .payloadInline(1, payload, FRAME_BYTES, false)
                .end()
                .finish(FrameLayout.AUDIENCE_PEER);
    }

    /** Notes whether the link's transport failed. */
    private static final class Broken extends LinkProbe {
        private volatile boolean broke;

        @Override
        public void onBroken(LinkStatus status) {
            broke = true;
            onClosed(status);
        }
    }

    /** How a connection ends. */
    private enum End {
        CLOSED,
        RESET,

        /** The middleman answers in a protocol of its own, as one does that cannot reach a peer. */
        HTTP,
        RUBBISH
    }

    /**
     * When and how a connection ends.
     *
     * @param requestBytes the bytes that reach the server at most
     * @param answerBytes the bytes that reach the client at most
     */
    private record Plan(int requestBytes, int answerBytes, End end) {
        static Plan random(Random random) {
            return new Plan(
                    random.nextInt(4) == 0 ? 0 : random.nextInt(MOST_BYTES),
                    random.nextInt(4) == 0 ? 0 : random.nextInt(MOST_BYTES),
                    List.of(End.values()).get(random.nextInt(End.values().length)));
        }
    }

    /** Passes on the bytes of each connection as planned. */
    private static final class Middleman implements AutoCloseable {
        private final ServerSocket listening;
        private final int to;
        private final Plan plan;

        Middleman(int to, Plan plan) throws IOException {
            this.to = to;
            this.plan = plan;
            listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            Thread.ofVirtual().start(this::serve);
        }

        int port() {
            return listening.getLocalPort();
        }

        private void serve() {
            while (!listening.isClosed()) {
                try (Socket client = listening.accept();
                        Socket server = new Socket(InetAddress.getLoopbackAddress(), to)) {
                    CompletableFuture<Void> over = new CompletableFuture<>();
                    pass(client, server, plan.requestBytes(), over);
                    pass(server, client, plan.answerBytes(), over);
                    over.join();
                    end(client);
                } catch (IOException e) {
                    // The client has gone first, or the test has ended.
                }
            }
        }

        /** Passes on bytes in one direction until it is over. */
        private static void pass(Socket from, Socket to, int most, CompletableFuture<Void> over) {
            Thread.ofVirtual()
                    .start(() -> {
                        try {
                            InputStream in = from.getInputStream();
                            OutputStream out = to.getOutputStream();
                            byte[] bytes = new byte[most];
                            int passed = 0;
                            int read = 0;
                            while (passed < most && read >= 0) {
                                read = in.read(bytes, passed, most - passed);
                                if (read > 0) {
                                    out.write(bytes, passed, read);
                                    passed += read;
                                }
                            }
                        } catch (IOException e) {
                            // The other direction has ended first.
                        } finally {
                            over.complete(null);
                        }
                    });
        }

        private void end(Socket client) throws IOException {
            switch (plan.end()) {
                case CLOSED -> {}
                case RESET -> client.setSoLinger(true, 0);
                case HTTP -> say(client, "HTTP/1.1 502 Bad Gateway\r\n\r\n");
                case RUBBISH -> say(client, "\u0001\u0007no route\n".repeat(20));
            }
        }

        private static void say(Socket client, String words) throws IOException {
            client.getOutputStream().write(words.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void close() throws IOException {
            listening.close(); // which ends the thread
        }
    }
}
