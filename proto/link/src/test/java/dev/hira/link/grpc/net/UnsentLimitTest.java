package dev.hira.link.grpc.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.link.Link;
import dev.hira.link.LinkProbe;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests the limits on bytes that peers do not read. */
@ExtendWith(NoLeaks.class)
@Timeout(240)
final class UnsentLimitTest {
    private static final int FREE = UnsentBytes.FREE;
    private static final int TOTAL = 2 << 20;
    private static final int GREEDY = 6;
    private static final byte[] DATA = new byte[100_000];

    @Test
    void shouldRefuseALimitWithoutRoom() {
        assertThatThrownBy(() -> new UnsentLimit(0, TOTAL))
                .hasMessageContaining("at least 1024 unsent bytes, not 0 of 2097152");
        assertThatThrownBy(() -> new UnsentLimit(TOTAL, 0)).hasMessageContaining("2097152 of 0");
    }

    @Test
    void shouldTakeNoMoreThanTheLimitOfOneLink() {
        UnsentBytes link = new UnsentLimit(5000, TOTAL).newLink();
        link.add(4999);
        assertThat(link.hasRoom()).isTrue();
        link.add(1);
        assertThat(link.hasRoom()).isFalse();
        assertThat(link.remove(1)).as("room again").isTrue();
        assertThat(link.hasRoom()).isTrue();
        assertThat(link.remove(100)).as("room again").isFalse();
    }

    @Test
    void shouldTakeNoMoreThanAllLinksLeaveFreeAndAlwaysALittle() {
        UnsentLimit limit = new UnsentLimit(TOTAL, 8 * FREE);
        UnsentBytes first = limit.newLink();
        UnsentBytes second = limit.newLink();
        first.add(4 * FREE + 1);
        assertThat(first.hasRoom()).as("room beside %s", limit.held()).isFalse();
        second.add(4 * FREE);
        assertThat(second.hasRoom()).isFalse();
        UnsentBytes third = limit.newLink();
        third.add(FREE - 1);
        assertThat(third.hasRoom()).as("room for a little").isTrue();
        assertThat(limit.held()).isEqualTo(8 * FREE + 1);
        third.add(1);
        assertThat(third.hasRoom()).isFalse();
        assertThat(third.remove(1)).as("room again").isTrue();
        assertThat(third.hasRoom()).isTrue();

        first.close();
        assertThat(limit.held()).isEqualTo(4 * FREE);
        assertThat(second.hasRoom()).as("room after another link has ended").isTrue();
    }

    @Test
    void shouldLeaveHalfToOthersHoweverManyLinksOneOwnerHas() {
        UnsentLimit limit = new UnsentLimit(TOTAL, 64 * FREE);
        List<UnsentBytes> greedy = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            UnsentBytes link = limit.newLink();
            link.add(i % 2 == 0 ? 0 : FREE);
            link.belongsTo("greedy");
            greedy.add(link);
            while (link.hasRoom()) {
                link.add(FREE);
            }
        }
        long beyond = limit.held();
        assertThat(beyond).isLessThan(140 * FREE);
        UnsentBytes other = limit.newLink();
        other.belongsTo("other");
        greedy.forEach(link -> assertThat(link.hasRoom()).isFalse());
        for (UnsentBytes link : greedy.subList(1, greedy.size())) {
            link.close();
            link.close();
        }
        other.add(8 * FREE);
        assertThat(other.hasRoom()).isTrue();
        greedy.getFirst().close();
        other.close();
        assertThat(limit.held()).isZero();
        assertThat(limit.owners()).isZero();
    }

    @Test
    void shouldCountWhatALinkHoldsForTheOwnerThatItGets() {
        UnsentLimit limit = new UnsentLimit(TOTAL, 8 * FREE);
        UnsentBytes first = limit.newLink();
        UnsentBytes second = limit.newLink();
        first.add(2 * FREE);
        second.add(2 * FREE + 1);
        first.belongsTo("vm");
        assertThat(second.hasRoom()).isTrue();
        second.belongsTo("vm");
        assertThat(limit.held()).isEqualTo(4 * FREE + 1);
        assertThat(first.hasRoom()).as("both have one part").isFalse();
        first.belongsTo("another");
        boolean room = second.remove(2 * FREE + 1);
        assertThat(room).isTrue();
        assertThat(first.hasRoom()).isTrue();
    }

    private static void send(Link link) {
        try (FrameWriter writer = new FrameWriter()) {
            writer.begin(RecordKinds.CALL, 0, 1, 1, 1)
                    .payloadInline(1, MemorySegment.ofArray(DATA), DATA.length, false)
                    .end();
            link.send(writer.finish(FrameLayout.AUDIENCE_PEER));
        }
    }

    @Test
    void shouldKeepAtMostTheTotalForPeersThatDoNotReadAndServeOthers() throws Exception {
        UnsentLimit limit = new UnsentLimit(4 << 20, TOTAL);
        try (GrpcFixture fixture =
                new GrpcFixture(
                        URI.create("hira://127.0.0.1:0"),
                        Transport.best(),
                        GrpcFixture.LIMITS.withUnsent(limit))) {
            List<Link> greedy = new ArrayList<>();
            List<Link> silent = new ArrayList<>();
            List<LinkProbe> ends = new ArrayList<>();
            for (int i = 0; i < GREEDY; i++) {
                Link link = fixture.connect();
                link.setReadable(false);
                silent.add(link);
                ends.add(started(link));
                Link far = fixture.accepted().link();
                started(far);
                greedy.add(far);
            }
            long most = 0;
            for (int i = 0; i < 3000; i++) {
                greedy.stream().filter(Link::isWritable).forEach(UnsentLimitTest::send);
                most = Math.max(most, limit.held());
            }
            assertThat(most).isBetween((long) TOTAL / 2, TOTAL + GREEDY * 2L * DATA.length);

            Link reader = fixture.connect();
            LinkProbe probe = new LinkProbe();
            reader.start(probe);
            Link other = fixture.accepted().link();
            started(other);
            for (int i = 0; i < 200; i++) {
                while (!other.isWritable()) {
                    Thread.onSpinWait();
                }
                send(other);
                probe.take();
            }
            silent.forEach(Link::close);
            for (LinkProbe end : ends) {
                end.awaitClosed();
            }
        }
    }

    private static LinkProbe started(Link link) {
        LinkProbe probe = new LinkProbe();
        link.start(probe);
        return probe;
    }
}
