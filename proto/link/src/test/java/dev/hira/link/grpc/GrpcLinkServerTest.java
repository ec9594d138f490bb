package dev.hira.link.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.link.Link;
import dev.hira.link.LinkProbe;
import dev.hira.link.grpc.net.Endpoint;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.net.GrpcFixture;
import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.net.KeepAlive;
import dev.hira.link.grpc.net.Transport;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(NoLeaks.class)
class GrpcLinkServerTest {
    private static final URI ANY_PORT = URI.create("hira://127.0.0.1:0");

    @TempDir private Path folder;

    private static GrpcFixture limited(GrpcLimits limits) throws Exception {
        return new GrpcFixture(ANY_PORT, Transport.best(), limits);
    }

    private static void send(Link link, int argsBytes, int payloadBytes) {
        FrameWriter writer = new FrameWriter();
        writer.begin(RecordKinds.CALL, 0, 1, 1, 1).args(new byte[argsBytes], argsBytes);
        MemorySegment payload = MemorySegment.ofArray(new byte[payloadBytes]);
        link.send(writer.payloadInline(1, payload, payloadBytes, false).end().finish(0));
    }

    private static LinkProbe started(Link link) {
        LinkProbe probe = new LinkProbe();
        link.start(probe);
        return probe;
    }

    @Test
    void shouldDescribeThePeer() throws Exception {
        try (GrpcFixture fixture = new GrpcFixture(ANY_PORT)) {
            Link link =
                    GrpcLinkClient.connect(
                            fixture.server.uri(), fixture.options().withToken("secret-1"));
            LinkProbe probe = started(link);
            GrpcFixture.Accepted accepted = fixture.accepted();
            assertThat(accepted.peer().label()).isEqualTo("vm-1");
            assertThat(accepted.peer().token()).isEqualTo("secret-1");
            assertThat(accepted.peer().remote()).startsWith("/127.0.0.1:");
            assertThat(accepted.peer().listener()).isEqualTo(fixture.server.uri());
            assertThat(fixture.server.uri().getPort()).isPositive();
            assertThat(fixture.server.links()).isEqualTo(1);
            accepted.link().start(new LinkProbe());
            link.close();
            probe.awaitClosed();
        }
    }

    @Test
    void shouldRefuseTooLargeAFrameToThatPeerOnly() throws Exception {
        try (GrpcFixture fixture = limited(GrpcLimits.DEFAULT.withFrameBytes(100_000))) {
            Link other = fixture.connect();
            LinkProbe otherProbe = started(other);
            LinkProbe otherEnd = started(fixture.accepted().link());
            Link link = fixture.connect();
            LinkProbe probe = started(link);
            LinkProbe end = started(fixture.accepted().link());
            send(link, 0, 200_000);
            LinkStatus status = probe.awaitClosed();
            assertThat(status.cause()).isEqualTo(Cause.EXHAUSTED);
            assertThat(status.message()).contains("bytes where 100000 are allowed");
            end.awaitClosed();
            send(other, 0, 90_000);
            assertThat(otherEnd.take()).hasSize(90_000);
            assertThat(otherProbe.isClosed()).isFalse();
        }
    }

    @Test
    void shouldRefuseTooLongAHead() throws Exception {
        try (GrpcFixture fixture = limited(GrpcLimits.DEFAULT.withHeadBytes(2000))) {
            Link link = fixture.connect();
            LinkProbe probe = started(link);
            started(fixture.accepted().link());
            send(link, 3000, 50_000);
            LinkStatus status = probe.awaitClosed();
            assertThat(status.cause()).isEqualTo(Cause.EXHAUSTED);
            assertThat(status.message()).contains("3040 bytes of records where 2000 are allowed");
        }
    }

    @Test
    void shouldRefuseLinksAboveTheLimitWithAText() throws Exception {
        try (GrpcFixture fixture = limited(GrpcLimits.DEFAULT.withConnections(1))) {
            LinkProbe first = started(fixture.connect());
            Link firstEnd = fixture.accepted().link();
            LinkProbe second = started(fixture.connect());
            LinkStatus status = second.awaitClosed();
            assertThat(status.cause()).isEqualTo(Cause.EXHAUSTED);
            assertThat(status.message()).contains("all 1 links");
            started(firstEnd);
            firstEnd.close();
            first.awaitClosed();
            LinkProbe third = started(fixture.connect());
            started(fixture.accepted().link());
            assertThat(third.isClosed()).isFalse();
        }
    }

    @Test
    void shouldCloseALinkWithoutAFirstFrame() throws Exception {
        connectOnce(); // so that the limit covers no loading of classes
        try (GrpcFixture fixture =
                limited(GrpcLimits.DEFAULT.withHandshake(Duration.ofMillis(300)))) {
            LinkProbe probe = started(fixture.connect());
            started(fixture.accepted().link());
            assertThat(probe.awaitClosed().message()).contains("no frame came within 300 ms");
        }
    }

    private void connectOnce() throws Exception {
        try (GrpcFixture fixture = new GrpcFixture(ANY_PORT)) {
            started(fixture.connect());
            started(fixture.accepted().link());
        }
    }

    @Test
    void shouldReportThatNoServerListens() throws Exception {
        try (EventLoops loops = EventLoops.create(1, "client")) {
            int port = freePort();
            URI uri = URI.create("hira://127.0.0.1:" + port);
            Link link = GrpcLinkClient.connect(uri, LinkOptions.on(loops.next()));
            send(link, 10, 10);
            LinkStatus status = started(link).awaitClosed();
            assertThat(status.cause()).isEqualTo(Cause.UNAVAILABLE);
            assertThat(status.message()).contains(uri.toString(), "no process listens there");
            assertThat(status.message()).doesNotContain("\n");
        }
    }

    @Test
    void shouldReportAMissingSocketFile() throws Exception {
        try (EventLoops loops = EventLoops.create(1, "client")) {
            URI uri = URI.create("hira+unix://" + folder + "/none");
            Link link = GrpcLinkClient.connect(uri, LinkOptions.on(loops.next()));
            LinkStatus status = started(link).awaitClosed();
            assertThat(status.cause()).isEqualTo(Cause.UNAVAILABLE);
            assertThat(status.message())
                    .isEqualTo(
                            uri
                                    + " is not available: there is no such socket; the server is not running, or"
                                    + " listens elsewhere");
        }
    }

    @Test
    void shouldSayThatAFolderIsInPlaceOfASocket() throws Exception {
        URI uri = URI.create("hira+unix://" + folder);
        assertThatThrownBy(() -> new GrpcFixture(uri))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'" + folder + "' is a folder; choose the path of a socket");
        try (EventLoops loops = EventLoops.create(1, "client")) {
            LinkStatus status =
                    started(GrpcLinkClient.connect(uri, LinkOptions.on(loops.next())))
                            .awaitClosed();
            assertThat(status.cause()).isEqualTo(Cause.UNAVAILABLE);
            assertThat(status.message())
                    .startsWith(
                            uri
                                    + " is not available: a folder is there; name the socket in"
                                    + " it");
        }
    }

    @Test
    void shouldExplainThatAServerClosedTheConnectionAtOnce() throws Exception {
        try (ServerSocket rude = new ServerSocket(0);
                EventLoops loops = EventLoops.create(1, "client")) {
            URI uri = URI.create("hira://127.0.0.1:" + rude.getLocalPort());
            Link link = GrpcLinkClient.connect(uri, LinkOptions.on(loops.next()));
            LinkProbe probe = started(link);
            rude.accept().close();
            LinkStatus status = probe.awaitClosed();
            assertThat(status.cause()).isEqualTo(Cause.UNAVAILABLE);
            assertThat(status.message()).doesNotContain("Handler").doesNotContain("Exception");
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Test
    void shouldNoticeAServerThatAcceptsAndSaysNothing() throws Exception {
        try (ServerSocket mute = new ServerSocket(0);
                EventLoops loops = EventLoops.create(1, "client")) {
            URI uri = URI.create("hira://127.0.0.1:" + mute.getLocalPort());
            KeepAlive quick = new KeepAlive(Duration.ofMillis(200), Duration.ofMillis(300));
            LinkOptions options = LinkOptions.on(loops.next()).withKeepAlive(quick);
            LinkStatus status = started(GrpcLinkClient.connect(uri, options)).awaitClosed();
            assertThat(status.cause()).isEqualTo(Cause.UNAVAILABLE);
        }
    }

    @Test
    void shouldServeOthersWhenOnePeerSendsGarbage() throws Exception {
        try (GrpcFixture fixture = new GrpcFixture(ANY_PORT);
                Socket socket = new Socket("127.0.0.1", fixture.server.uri().getPort())) {
            LinkProbe probe = started(fixture.connect());
            Link end = fixture.accepted().link();
            socket.getOutputStream().write(new byte[1000]);
            assertThat(socket.getInputStream().readAllBytes().length).isLessThan(1000);
            LinkProbe endProbe = started(end);
            send(end, 1, 8);
            assertThat(probe.take()).hasSize(8);
            assertThat(endProbe.isClosed()).isFalse();
        }
    }

    @Test
    void shouldReplaceAStaleSocketFileAndRemoveItsOwn() throws Exception {
        Path path = folder.resolve("s.sock");
        try (var stale = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            stale.bind(UnixDomainSocketAddress.of(path));
        }
        assertThat(path).exists();
        URI uri = URI.create("hira+unix://" + path);
        try (GrpcFixture fixture = new GrpcFixture(uri)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-rw----");
            LinkProbe probe = started(fixture.connect());
            Link end = fixture.accepted().link();
            started(end);
            send(end, 1, 5);
            assertThat(probe.take()).hasSize(5);
            assertThatThrownBy(() -> new GrpcFixture(uri))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("a running process listens");
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void shouldCreateTheSocketsFolderForItsUserOnly() throws Exception {
        Path path = folder.resolve("not/there/s.sock");
        try (GrpcFixture _ = new GrpcFixture(URI.create("hira+unix://" + path))) {
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(path.getParent())))
                    .isEqualTo("rwx------");
        }
        Path file = Files.writeString(folder.resolve("file"), "");
        URI inFile = URI.create("hira+unix://" + file.resolve("s.sock"));
        assertThatThrownBy(() -> new GrpcFixture(inFile))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the folder '" + file + "' does not exist")
                .hasMessageContaining("choose another path");
    }

    @Test
    void shouldNotReplaceAFileThatIsNotASocket() throws Exception {
        Path path = Files.writeString(folder.resolve("precious"), "data");
        assertThatThrownBy(() -> new GrpcFixture(URI.create("hira+unix://" + path)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not a socket");
        assertThat(path).hasContent("data");
    }

    @Test
    void shouldSayWhichUrisThereAre() {
        assertThatThrownBy(() -> Endpoint.parse(URI.create("http://host:1")))
                .hasMessageContaining(
                        "use hira+tls://host:port, hira://host:port or hira+unix:///path");
        assertThatThrownBy(() -> Endpoint.parse(URI.create("hira://host")))
                .hasMessageContaining("lacks a host or a port");
        assertThat(Endpoint.parse(URI.create("hira+tls://host:1")))
                .isEqualTo(new Endpoint.Tcp("host", 1, true));
        assertThat(Endpoint.parse(URI.create("hira://[::1]:5")))
                .isEqualTo(new Endpoint.Tcp("::1", 5, false));
    }

    @Test
    void shouldTellItsLinksWhenItShutsDown() throws Exception {
        LinkProbe probe;
        try (GrpcFixture fixture = new GrpcFixture(ANY_PORT)) {
            probe = started(fixture.connect());
            started(fixture.accepted().link());
            fixture.server.close();
            assertThat(probe.awaitClosed())
                    .isEqualTo(new LinkStatus(Cause.UNAVAILABLE, "the server is shutting down"));
            assertThat(fixture.server.links()).isZero();
        }
    }

    @Test
    void shouldOpenLinksOnTheEventLoopOfAnother() throws Exception {
        try (GrpcFixture fixture = new GrpcFixture(ANY_PORT);
                GrpcFixture behind = new GrpcFixture(ANY_PORT)) {
            started(fixture.connect());
            GrpcFixture.Accepted front = fixture.accepted();
            LinkProbe frontProbe = started(front.link());
            send(front.link(), 1, 1);
            Link back =
                    GrpcLinkClient.connect(
                            behind.server.uri(), LinkOptions.on(front.peer().eventLoop()));
            LinkProbe backProbe = started(back);
            send(behind.accepted().link(), 1, 3);
            backProbe.take();
            assertThat(front.peer().eventLoop().inEventLoop(backProbe.thread())).isTrue();
            assertThat(frontProbe.isClosed()).isFalse();
        }
    }
}
