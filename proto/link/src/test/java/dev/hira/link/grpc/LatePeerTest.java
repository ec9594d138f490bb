package dev.hira.link.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.hira.link.Link;
import dev.hira.link.LinkProbe;
import dev.hira.link.grpc.net.GrpcFixture;
import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.net.KeepAlive;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.link.grpc.stream.StatusMapping;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http2.Http2CodecUtil;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Tests peers that connect and then need long for their first bytes, as on a busy machine. */
@ExtendWith(NoLeaks.class)
@Timeout(240)
class LatePeerTest {
    private static final URI ANY_PORT = URI.create("hira://127.0.0.1:0");
    private static final KeepAlive HASTY =
            new KeepAlive(Duration.ofMillis(4), Duration.ofMillis(16));
    private static final GrpcLimits HURRIED =
            GrpcLimits.DEFAULT.withHandshake(Duration.ofMillis(20));
    private static final Logger LOG = (Logger) LoggerFactory.getLogger(PeerConnections.class);
    private static final int SETTINGS = 4;
    private static final int GO_AWAY = 7;

    private static PeerLimits idle(Duration limit) {
        return new PeerLimits(4, 8, 8, 64 << 10, 1 << 20, limit, false);
    }

    private static Socket socket(GrpcFixture fixture) throws IOException {
        return new Socket("127.0.0.1", fixture.server.uri().getPort());
    }

    private static byte[] greeting() {
        ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();
        byte[] text = ByteBufUtil.getBytes(preface);
        preface.release();
        byte[] all = new byte[text.length + Http2CodecUtil.FRAME_HEADER_LENGTH];
        System.arraycopy(text, 0, all, 0, text.length);
        all[text.length + 3] = SETTINGS;
        return all;
    }

    /** Waits for the answer to the greeting, and fails if the server ends the connection. */
    private static void awaitAnswer(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        int kind;
        int flags;
        do {
            int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
            kind = in.readUnsignedByte();
            flags = in.readUnsignedByte();
            in.skipNBytes(Integer.BYTES + length);
            assertThat(kind).isNotEqualTo(GO_AWAY);
        } while (kind != SETTINGS || flags == 0);
    }

    @Test
    void shouldServeAPeerWhoseFirstBytesComeLongAfterItConnected() throws Exception {
        try (GrpcFixture fixture =
                        new GrpcFixture(
                                ANY_PORT,
                                builder ->
                                        builder.keepAlive(HASTY)
                                                .limits(HURRIED)
                                                .peers(idle(Duration.ofHours(1))));
                Socket late = socket(fixture)) {
            fixture.afterOnServer(Duration.ofMillis(300));
            late.getOutputStream().write(greeting());
            awaitAnswer(late);
            fixture.afterOnServer(Duration.ofMillis(300));
            late.getOutputStream().write(ping());
            assertThat(late.getInputStream().read()).isNotEqualTo(-1);
        }
    }

    private static byte[] ping() {
        byte[] frame = new byte[Http2CodecUtil.FRAME_HEADER_LENGTH + Long.BYTES];
        frame[2] = Long.BYTES;
        frame[3] = 6;
        return frame;
    }

    @Test
    void shouldTellAPeerThatBeginsNothingWithinTheLimitAndLogIt() throws Exception {
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        LOG.addAppender(logged);
        try (GrpcFixture fixture =
                        new GrpcFixture(
                                ANY_PORT, builder -> builder.peers(idle(Duration.ofMillis(50))));
                Socket silent = socket(fixture)) {
            byte[] all = silent.getInputStream().readAllBytes();
            assertThat(new String(all, StandardCharsets.US_ASCII))
                    .endsWith(StatusMapping.UNUSED + "50");
        } finally {
            LOG.detachAppender(logged);
        }
        assertThat(logged.list)
                .singleElement()
                .asString()
                .contains("is refused: it began no session within 50 ms (peers.idle)");
    }

    @Test
    void shouldNameAPeerAtAUnixSocketInTheLog(@TempDir Path folder) throws Exception {
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        LOG.addAppender(logged);
        Path path = folder.resolve("s.sock");
        try (GrpcFixture _ =
                        new GrpcFixture(
                                URI.create("hira+unix://" + path),
                                builder -> builder.peers(idle(Duration.ofMillis(50))));
                SocketChannel silent = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            Channels.newInputStream(silent).readAllBytes();
        } finally {
            LOG.detachAppender(logged);
        }
        assertThat(logged.list)
                .singleElement()
                .asString()
                .contains(
                        "a connection from a local process to hira+unix://" + path + " is refused");
    }

    @Test
    void shouldBeginAgainWhenTheServerClosesConnectionsBeforeTheLinkBegins() throws Exception {
        try (GrpcFixture fixture = new GrpcFixture(ANY_PORT);
                Doorman doorman = new Doorman(2, fixture.server.uri().getPort())) {
            Link link = GrpcLinkClient.connect(doorman.uri(), fixture.options());
            LinkProbe near = new LinkProbe();
            link.start(near);
            send(link, 7);
            LinkProbe far = new LinkProbe();
            Link farEnd = fixture.accepted().link();
            farEnd.start(far);
            assertThat(far.take()).hasSize(7);
            send(farEnd, 9);
            assertThat(near.take()).hasSize(9);
            link.close();
            assertThat(near.awaitClosed().cause()).isEqualTo(Cause.NORMAL);
        }
    }

    /**
     * Three connections of the link; gRPC may open further ones before it gives one to the link.
     */
    @Test
    void shouldGiveUpAndNameTheLimitIfNoConnectionIsServed() throws Exception {
        try (GrpcFixture fixture = new GrpcFixture(ANY_PORT);
                Doorman doorman = new Doorman(1000, fixture.server.uri().getPort())) {
            Link link = GrpcLinkClient.connect(doorman.uri(), fixture.options());
            LinkProbe near = new LinkProbe();
            link.start(near);
            assertThat(near.awaitClosed().message())
                    .contains("nothing began on it within 50 ms (its setting peers.idle)");
        }
    }

    private static void send(Link link, int bytes) {
        FrameWriter writer = new FrameWriter();
        writer.begin(RecordKinds.CALL, 0, 1, 1, 1).args(new byte[0], 0);
        MemorySegment payload = MemorySegment.ofArray(new byte[bytes]);
        link.send(writer.payloadInline(1, payload, bytes, false).end().finish(0));
    }

    /**
     * Ends its first connections as a server does that has received nothing for too long, and
     * passes the bytes of the next one on.
     */
    private static final class Doorman implements AutoCloseable {
        private final ServerSocket door = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        private final CompletableFuture<Void> work;

        Doorman(int refused, int port) throws IOException {
            work = CompletableFuture.runAsync(() -> work(refused, port), LatePeerTest::thread);
        }

        URI uri() {
            return URI.create("hira://127.0.0.1:" + door.getLocalPort());
        }

        private void work(int refused, int port) {
            try {
                for (int i = 0; i < refused; i++) {
                    refuse();
                }
                try (Socket guest = door.accept();
                        Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    CompletableFuture<Void> back =
                            CompletableFuture.runAsync(
                                    () -> copy(server, guest), LatePeerTest::thread);
                    copy(guest, server);
                    back.join();
                }
            } catch (IOException closed) {
                // The test has ended.
            }
        }

        private void refuse() throws IOException {
            ByteBuf farewell = PeerGate.farewell(StatusMapping.UNUSED + "50");
            try (Socket guest = door.accept();
                    InputStream in = guest.getInputStream()) {
                guest.getOutputStream().write(ByteBufUtil.getBytes(farewell));
                guest.shutdownOutput();
                long _ = in.transferTo(OutputStream.nullOutputStream());
            } finally {
                farewell.release();
            }
        }

        private static void copy(Socket from, Socket to) {
            try {
                long _ = from.getInputStream().transferTo(to.getOutputStream());
                to.shutdownOutput();
            } catch (IOException closed) {
                // The other side has ended.
            }
        }

        @Override
        public void close() throws IOException {
            door.close();
            work.orTimeout(60, TimeUnit.SECONDS).join();
        }
    }

    private static void thread(Runnable task) {
        Thread.ofPlatform().daemon().start(task);
    }
}
