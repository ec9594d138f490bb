package dev.hira.link.resume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.resume.LinkTraffic.Destination;
import dev.hira.link.shm.TestFrames;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.NoLeaks;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The frames of a link that are under way, seen from one end. */
@ExtendWith(NoLeaks.class)
final class LinkTrafficTest {
    private static final long ACKNOWLEDGEMENT = -1;
    private static final LinkStatus BROKEN = new LinkStatus(Cause.UNAVAILABLE, "cut");

    private final Wire first = new Wire();
    private final Attachment present = new Attachment(first);
    private final LinkTraffic traffic = new LinkTraffic(present, ResumeLimits.DEFAULT);

    /** A transport that notes what it is told. */
    private static final class Wire implements Link {
        final List<Long> sent = new ArrayList<>();
        final List<Boolean> readable = new ArrayList<>();
        boolean trusted;
        long kept;
        @Nullable LinkStatus closed;

        @Override
        public void start(LinkHandler handler) {}

        @Override
        public void send(Frame frame) {
            boolean ofLink = frame.audience() == FrameLayout.AUDIENCE_HOP;
            sent.add(ofLink ? ACKNOWLEDGEMENT : TestFrames.number(frame));
            frame.release();
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void setReadable(boolean wanted) {
            readable.add(wanted);
        }

        @Override
        public void execute(Runnable task) {}

        @Override
        public String kind() {
            return "wire";
        }

        @Override
        public void trust(String owner) {
            trusted = true;
        }

        @Override
        public void keep(long bytes) {
            kept += bytes;
        }

        @Override
        public void close(LinkStatus reason) {
            closed = reason;
        }
    }

    private void send(int... numbers) {
        for (int number : numbers) {
            traffic.send(TestFrames.of(number, 100));
        }
    }

    private Frame frame() {
        return TestFrames.of(7, 100);
    }

    @Test
    void shouldKeepWhatIsSentWithoutATransportAndSendItOverTheNext() {
        send(1, 2);
        assertThat(traffic.acknowledged(1)).isFalse();
        assertThat(traffic.detach()).isTrue();
        send(3);
        traffic.trust("");

        Wire second = new Wire();
        assertThat(traffic.goOnWith(new Attachment(second), 1, null)).isTrue();

        assertThat(first.sent).containsExactly(1L, 2L);
        assertThat(second.sent).containsExactly(2L, 3L);
        assertThat(second.trusted).isTrue();
        assertThat(traffic.sent()).isEqualTo(3);
        traffic.close(LinkStatus.NORMAL, false);
    }

    @Test
    void shouldNotGoOnWithoutATransportWhenItIsClosed() {
        assertThat(traffic.close(LinkStatus.NORMAL, false)).isTrue();

        assertThat(traffic.detach()).isFalse();
        assertThat(traffic.transport()).isEqualTo(present);
        assertThat(traffic.isDetached()).isFalse();
    }

    @Test
    void shouldCloseATransportThatComesAfterTheEnd() {
        assertThat(traffic.detach()).isTrue();
        assertThat(traffic.close(BROKEN, false)).isTrue();

        Wire late = new Wire();
        assertThat(traffic.goOnWith(new Attachment(late), 0, frame())).isFalse();

        assertThat(late.closed).isEqualTo(BROKEN);
        assertThat(late.sent).isEmpty();
    }

    @Test
    void shouldRefuseAPeerThatHasReceivedWhatWasNotSentOrWasReleased() {
        send(1, 2);
        assertThat(traffic.acknowledged(1)).isFalse();

        for (long impossible : new long[] {0, 3}) {
            assertThatThrownBy(() -> traffic.acknowledged(impossible))
                    .isInstanceOf(MalformedFrameException.class)
                    .hasMessage(
                            "the peer claims to have received %d frames where 1 to 2 are possible",
                            impossible);
            Wire next = new Wire();
            Attachment other = new Attachment(next);
            assertThatThrownBy(() -> traffic.goOnWith(other, impossible, frame()))
                    .isInstanceOf(MalformedFrameException.class);
            assertThat(next.sent).isEmpty();
        }
        assertThat(traffic.transport()).isEqualTo(present);
        traffic.close(LinkStatus.NORMAL, false);
    }

    @Test
    void shouldKeepTheFirstReasonOfTheEnd() {
        assertThat(traffic.close(BROKEN, true)).isTrue();
        assertThat(traffic.close(LinkStatus.NORMAL, false)).isFalse();

        assertThat(traffic.closing()).isEqualTo(BROKEN);
        assertThat(traffic.isAbandoned()).isTrue();
    }

    @Test
    void shouldNotBecomeAbandonedAfterItsEnd() {
        assertThat(traffic.close(LinkStatus.NORMAL, false)).isTrue();
        assertThat(traffic.close(BROKEN, true)).isFalse();

        assertThat(traffic.isAbandoned()).isFalse();
    }

    @Test
    void shouldDropFramesOfAClosedLinkAndOfAFormerTransport() {
        Attachment former = new Attachment(new Wire());
        Frame ofFormer = frame();
        assertThat(traffic.route(former, ofFormer, true)).isEqualTo(Destination.NOWHERE);
        ofFormer.release();

        traffic.close(LinkStatus.NORMAL, false);
        Frame late = frame();
        assertThat(traffic.route(present, late, true)).isEqualTo(Destination.NOWHERE);
        late.release();
        send(1);
        assertThat(first.sent).isEmpty();
    }

    @Test
    void shouldKeepTheOrderOfFramesThatComeBehindWaitingOnes() {
        assertThat(traffic.setReadable(false)).isFalse();
        assertThat(traffic.route(present, TestFrames.of(1, 100), true))
                .isEqualTo(Destination.BACKLOG);
        assertThat(traffic.setReadable(true)).isTrue();
        assertThat(traffic.route(present, TestFrames.of(2, 100), true))
                .isEqualTo(Destination.BACKLOG);
        assertThat(first.kept).isPositive();

        assertThat(number(traffic.poll())).isEqualTo(1);
        assertThat(number(traffic.poll())).isEqualTo(2);
        assertThat(traffic.poll()).isNull();
        assertThat(first.kept).isZero();

        Frame next = frame();
        assertThat(traffic.route(present, next, false)).isEqualTo(Destination.BACKLOG);
        assertThat(number(traffic.poll())).isEqualTo(7);
        Frame atHome = frame();
        assertThat(traffic.route(present, atHome, true)).isEqualTo(Destination.HANDLER);
        atHome.release();
    }

    private static long number(@Nullable Frame frame) {
        if (frame == null) {
            throw new AssertionError("no frame");
        }
        long number = TestFrames.number(frame);
        frame.release();
        return number;
    }

    @Test
    void shouldPauseATransportWhileThePeerNeedNotBeHeard() {
        traffic.setReadable(false);
        traffic.setReadable(true);
        assertThat(first.readable).containsExactly(false, true);

        traffic.setReadable(false);
        Wire second = new Wire();
        Attachment next = new Attachment(second);
        assertThat(traffic.goOnWith(next, 0, null)).isTrue();
        traffic.read(next);
        assertThat(second.readable).containsExactly(false);
    }

    @Test
    void shouldDropWhatThePeerSendsAgainAfterABreak() {
        traffic.setReadable(false);
        assertThat(traffic.route(present, frame(), true)).isEqualTo(Destination.BACKLOG);

        assertThat(traffic.detach()).isTrue();

        assertThat(traffic.poll()).isNull();
    }

    @Test
    void shouldAcknowledgeOnlyWhereThereIsAWay() {
        assertThat(traffic.acknowledge(3)).isTrue();
        assertThat(first.sent).containsExactly(ACKNOWLEDGEMENT);
        assertThat(traffic.detach()).isTrue();
        assertThat(traffic.acknowledge(4)).isFalse();
    }
}
