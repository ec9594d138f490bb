package dev.hira.link.grpc.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.Link;
import dev.hira.link.LinkProbe;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import java.lang.foreign.MemorySegment;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests the limits on peers without a session, and that such peers harm no peer with one. */
@ExtendWith(NoLeaks.class)
@Timeout(240)
final class PeerLimitsTest {
    private static final URI ANY_PORT = URI.create("hira://127.0.0.1:0");
    private static final Duration LONG = Duration.ofHours(1);

    private static final PeerLimits LIMITS =
            new PeerLimits(4, 8, 8, 64 << 10, 16 << 20, LONG, true);

    private static LinkProbe started(Link link) {
        LinkProbe probe = new LinkProbe();
        link.start(probe);
        return probe;
    }

    private static void send(Link link, int payloadBytes) {
        FrameWriter writer = new FrameWriter();
        MemorySegment payload = MemorySegment.ofArray(new byte[payloadBytes]);
        writer.begin(RecordKinds.CALL, 0, 1, 1, 1);
        link.send(writer.payloadInline(1, payload, payloadBytes, false).end().finish(0));
    }

    private static Socket socket(GrpcFixture fixture) throws Exception {
        return new Socket("127.0.0.1", fixture.server.uri().getPort());
    }

    /** Reads to the end the bytes that the server sends on a new connection. */
    private static void assertClosed(Socket socket) throws Exception {
        assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(1000);
    }

    private static void closeAll(List<Socket> sockets) throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void shouldLetGuestsInBesideConnectionsThatSayNothing() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try (GrpcFixture fixture = new GrpcFixture(ANY_PORT, LIMITS)) {
            LinkProbe early = started(fixture.connect());
            Link earlyEnd = fixture.accepted().link();
            started(earlyEnd);
            earlyEnd.trust("");
            for (int i = 0; i < 20; i++) {
                silent.add(socket(fixture));
            }
            LinkProbe late = started(fixture.connect());
            Link lateEnd = fixture.accepted().link();
            started(lateEnd);
            lateEnd.trust("");
            send(earlyEnd, 3);
            send(lateEnd, 5);
            assertThat(early.take()).hasSize(3);
            assertThat(late.take()).hasSize(5);
            assertClosed(silent.getFirst());
        } finally {
            closeAll(silent);
        }
    }

    @Test
    void shouldCloseAConnectionThatCarriesNoLink() throws Exception {
        PeerLimits quick = new PeerLimits(4, 8, 8, 64 << 10, 1 << 20, Duration.ofMillis(50), true);
        try (GrpcFixture fixture = new GrpcFixture(ANY_PORT, quick);
                Socket silent = socket(fixture)) {
            assertClosed(silent);
        }
    }

    @Test
    void shouldRefuseALargeMessageUntilThePeerIsTrusted() throws Exception {
        try (GrpcFixture fixture = new GrpcFixture(ANY_PORT, LIMITS)) {
            Link large = fixture.connect();
            LinkProbe refused = started(large);
            started(fixture.accepted().link());
            send(large, 100_000);
            LinkStatus status = refused.awaitClosed();
            assertThat(status.cause()).isEqualTo(Cause.EXHAUSTED);
            assertThat(status.message()).contains("where 65536 are allowed until the session");

            Link known = fixture.connect();
            started(known);
            Link knownEnd = fixture.accepted().link();
            LinkProbe probe = started(knownEnd);
            send(known, 1);
            probe.take();
            knownEnd.trust("");
            for (int i = 0; i < 20; i++) {
                send(known, 2_000_000);
                assertThat(probe.take()).hasSize(2_000_000);
            }
        }
    }

    @Test
    void shouldCloseTheOldestLinkBeingOpenedWhenThereAreTooMany() throws Exception {
        PeerLimits two = new PeerLimits(8, 8, 2, 64 << 10, 1 << 20, LONG, true);
        try (GrpcFixture fixture = new GrpcFixture(ANY_PORT, two)) {
            LinkProbe first = started(fixture.connect());
            started(fixture.accepted().link());
            LinkProbe second = started(fixture.connect());
            started(fixture.accepted().link());
            LinkProbe third = started(fixture.connect());
            started(fixture.accepted().link());
            LinkStatus status = first.awaitClosed();
            assertThat(status.cause()).isEqualTo(Cause.EXHAUSTED);
            assertThat(status.message()).contains("more than 2 sessions are being opened");
            assertThat(second.isClosed()).isFalse();
            assertThat(third.isClosed()).isFalse();
        }
    }

    private static final int UNREAD = 600_000;

    /**
     * A session whose frames are read.
     *
     * @param end what happens to the guest's link
     * @param reader what the server reads
     */
    private record Modest(Link link, LinkProbe end, LinkProbe reader) {
        static Modest open(GrpcFixture fixture) throws Exception {
            Link link = fixture.connect();
            LinkProbe end = started(link);
            Link far = fixture.accepted().link();
            LinkProbe reader = started(far);
            far.trust("");
            return new Modest(link, end, reader);
        }

        void pass(int bytes) throws InterruptedException {
            send(link, bytes);
            assertThat(reader.take()).hasSize(bytes);
            assertThat(end.isClosed()).isFalse();
        }
    }

    @Test
    void shouldLetTheSenderOfAnUnreadSessionWait() throws Exception {
        PeerLimits little = new PeerLimits(8, 8, 8, 4096, UNREAD, LONG, true);
        try (GrpcFixture fixture = new GrpcFixture(ANY_PORT, little)) {
            Link greedy = fixture.connect();
            LinkProbe greedyProbe = started(greedy);
            Link greedyEnd = fixture.accepted().link();
            greedyEnd.setReadable(false);
            LinkProbe greedyReader = started(greedyEnd);
            greedyEnd.trust("");
            for (int i = 0; i < 10; i++) {
                send(greedy, 100_000);
            }
            Modest modest = Modest.open(fixture);
            for (int i = 0; i < 10; i++) {
                modest.pass(100_000);
            }
            greedyEnd.setReadable(true);
            for (int i = 0; i < 10; i++) {
                assertThat(greedyReader.take()).hasSize(100_000);
            }
            assertThat(greedyProbe.isClosed()).isFalse();
        }
    }

    @Test
    void shouldEndASessionThatHoldsTheMostWhenTooManyAreUnread() throws Exception {
        PeerLimits little = new PeerLimits(32, 8, 8, 4096, UNREAD, LONG, true);
        try (GrpcFixture fixture = new GrpcFixture(ANY_PORT, little)) {
            Modest modest = Modest.open(fixture);
            List<CompletableFuture<LinkStatus>> ends = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                Link greedy = fixture.connect();
                CompletableFuture<LinkStatus> end = new CompletableFuture<>();
                ends.add(end);
                greedy.start(
                        new LinkProbe() {
                            @Override
                            public void onClosed(LinkStatus status) {
                                end.complete(status);
                            }
                        });
                Link greedyEnd = fixture.accepted().link();
                greedyEnd.setReadable(false);
                started(greedyEnd);
                greedyEnd.trust("");
                send(greedy, 60_000);
                send(greedy, 60_000);
            }
            CompletableFuture.anyOf(ends.toArray(CompletableFuture[]::new))
                    .get(120, TimeUnit.SECONDS);
            for (CompletableFuture<LinkStatus> end : ends) {
                if (end.isDone()) {
                    assertThat(end.join().cause()).isEqualTo(Cause.EXHAUSTED);
                    assertThat(end.join().message()).contains("exceed the limit of " + UNREAD);
                }
            }
            modest.pass(50_000);
        }
    }
}
