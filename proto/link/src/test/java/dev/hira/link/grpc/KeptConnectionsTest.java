package dev.hira.link.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.Link;
import dev.hira.link.LinkProbe;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.net.GrpcFixture;
import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class KeptConnectionsTest {
    private static final URI ANY_PORT = URI.create("hira://127.0.0.1:0");
    private static final int MIB = 1 << 20;

    private final EventLoops loops = EventLoops.create(1, "kept");
    private final LinkOptions options =
            LinkOptions.on(loops.next())
                    .withKeepAlive(GrpcFixture.PATIENT)
                    .withLimits(GrpcFixture.LIMITS);
    private GrpcFixture fixture;
    private KeptConnections kept = new KeptConnections(2, Duration.ofMinutes(5));

    @BeforeEach
    void serve() throws Exception {
        fixture = new GrpcFixture(ANY_PORT);
    }

    @AfterEach
    void end() {
        kept.close();
        fixture.close();
        loops.close();
    }

    /** A link with both its ends. */
    private record Both(Link near, LinkProbe nearProbe, Link far, LinkProbe farProbe, String from) {
        void endInOrder() throws Exception {
            near.close();
            assertThat(nearProbe.awaitClosed().cause()).isEqualTo(Cause.NORMAL);
            farProbe.awaitClosed();
        }
    }

    private Both open() throws Exception {
        Link near = kept.connect(fixture.server.uri(), options);
        LinkProbe nearProbe = new LinkProbe();
        near.start(nearProbe);
        GrpcFixture.Accepted accepted = fixture.accepted();
        LinkProbe farProbe = new LinkProbe();
        accepted.link().start(farProbe);
        send(near, 1);
        assertThat(farProbe.take()).hasSize(1);
        return new Both(near, nearProbe, accepted.link(), farProbe, accepted.peer().remote());
    }

    private static void send(Link link, int bytes) {
        FrameWriter writer = new FrameWriter();
        writer.begin(RecordKinds.CALL, 0, 1, 1, 1).args(new byte[0], 0);
        MemorySegment payload = MemorySegment.ofArray(new byte[bytes]);
        link.send(writer.payloadInline(1, payload, bytes, false).end().finish(0));
    }

    @Test
    void shouldCarryTheNextLinkOnTheConnectionOfOneThatEndedInOrder() throws Exception {
        Both first = open();
        first.endInOrder();
        Both second = open();
        assertThat(second.from()).isEqualTo(first.from());
        second.endInOrder();
        assertThat(open().from()).isEqualTo(first.from());
    }

    @Test
    void shouldCarryOneLinkAtATime() throws Exception {
        Both first = open();
        Both second = open();
        assertThat(second.from()).isNotEqualTo(first.from());
        first.endInOrder();
        send(second.near(), 100);
        assertThat(second.farProbe().take()).hasSize(100);
    }

    @Test
    void shouldNotKeepAConnectionWhoseLinkEndedBadly() throws Exception {
        Both first = open();
        first.far().close(new LinkStatus(Cause.PROTOCOL, "nonsense came"));
        assertThat(first.nearProbe().awaitClosed().cause()).isEqualTo(Cause.PROTOCOL);
        assertThat(open().from()).isNotEqualTo(first.from());
    }

    @Test
    void shouldKeepAtMostTheAllowedNumber() throws Exception {
        Both first = open();
        Both second = open();
        Both third = open();
        first.endInOrder();
        second.endInOrder();
        third.endInOrder();
        assertThat(open().from()).isEqualTo(second.from());
        assertThat(open().from()).isEqualTo(first.from());
        assertThat(open().from()).isNotEqualTo(third.from());
    }

    @Test
    void shouldCloseAConnectionThatWasKeptLongEnough() throws Exception {
        kept.close();
        kept = new KeptConnections(2, Duration.ofMillis(1));
        Both first = open();
        first.endInOrder();
        // The loop runs due tasks in order, and this one is due later.
        loops.next().schedule(() -> {}, 20, TimeUnit.MILLISECONDS).get();
        assertThat(open().from()).isNotEqualTo(first.from());
    }

    @Test
    void shouldKeepNoConnectionAfterTheClose() throws Exception {
        Both first = open();
        Both second = open();
        first.endInOrder();
        kept.close();
        second.endInOrder();
        Both third = open();
        assertThat(third.from()).isNotIn(first.from(), second.from());
        third.endInOrder();
    }

    @Test
    void shouldReconnectWhenThePeerHasClosedAKeptConnection() throws Exception {
        URI place = fixture.server.uri();
        open().endInOrder();
        fixture.close();
        fixture = new GrpcFixture(place);
        Both next = open();
        send(next.near(), 100);
        assertThat(next.farProbe().take()).hasSize(100);
    }

    @Test
    void shouldGiveTheNextLinkTheWholeWindow() throws Exception {
        Both slow = open();
        slow.far().setReadable(false);
        for (int sent = 0; sent < GrpcLimits.DEFAULT.window(); sent += MIB) {
            send(slow.near(), MIB);
        }
        slow.far().close();
        slow.nearProbe().awaitClosed();
        Both next = open();
        assertThat(next.from()).isEqualTo(slow.from());
        for (int sent = 0; sent < 2 * GrpcLimits.DEFAULT.window(); sent += MIB) {
            send(next.near(), MIB);
            assertThat(next.farProbe().take()).hasSize(MIB);
        }
    }
}
