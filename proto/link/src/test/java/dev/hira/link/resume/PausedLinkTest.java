package dev.hira.link.resume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.LinkHandler;
import dev.hira.link.grpc.net.UnsentLimit;
import dev.hira.link.shm.TestFrames;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.NoLeaks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Resumable links whose ends do not read, and wait for acknowledgements. */
@ExtendWith(NoLeaks.class)
@Timeout(120)
final class PausedLinkTest {
    private static final ResumeLimits LIMITS =
            new ResumeLimits(
                    new UnsentLimit(4096, Long.MAX_VALUE), 24, 1024, 8, Duration.ofMillis(50));

    private final VirtualHome home = new VirtualHome();
    private final LossyPair pair = new LossyPair();
    private final ResumableLink near = new ResumableLink(pair.near, home, LIMITS, null);
    private final ResumableLink far = new ResumableLink(pair.far, home, LIMITS, null);
    private final Numbers ofNear = new Numbers();
    private final Numbers ofFar = new Numbers();
    private int sentByNear;
    private int sentByFar;

    /** Notes the numbers of the frames that come. */
    private final class Numbers implements LinkHandler {
        final List<Long> received = new ArrayList<>();
        private int last = Integer.MAX_VALUE;
        private @Nullable LinkStatus closed;

        @Override
        public void onFrame(Frame frame) {
            received.add(TestFrames.number(frame));
            frame.release();
            if (received.size() == last) {
                near.setReadable(false);
            }
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {
            closed = status;
        }
    }

    private void start() {
        near.start(ofNear);
        far.start(ofFar);
        near.keepFor(new Patience());
        far.keepFor(new Patience());
        run();
    }

    private void run() {
        while (pair.near.step() || pair.far.step() || home.step()) {
            // Everything that can happen happens.
        }
    }

    /** Both ends send as long as they may, and what is under way arrives. */
    private void fill() {
        for (int i = 0; i < 200; i++) {
            if (near.isWritable()) {
                near.send(TestFrames.of(sentByNear++, 600));
            }
            if (far.isWritable()) {
                far.send(TestFrames.of(sentByFar++, 600));
            }
            run();
        }
    }

    @Test
    void shouldMakeRoomByAcknowledgementsThatAreBehindFramesOfAPausedLink() {
        start();
        near.setReadable(false);
        fill();
        assertThat(sentByNear).as("far reads").isGreaterThan(100);
        assertThat(sentByFar).as("near does not").isBetween(5, 20);
        assertThat(ofNear.received).isEmpty();
        assertThat(pair.near.kept()).as("unread bytes").isBetween(4000L, 8000L);
        near.setReadable(true);
        fill();
        assertThat(pair.near.kept()).isZero();
        assertNumbers(ofNear.received, sentByFar);
        assertNumbers(ofFar.received, sentByNear);
        near.close();
        run();
    }

    @Test
    void shouldEndWhenThePeerClosesWhoseFramesNothingReads() {
        start();
        near.setReadable(false);
        far.setReadable(false); // acknowledges nothing, for which the other reads on
        fill();
        far.close();
        run();
        assertThat(ofNear.closed).isEqualTo(LinkStatus.NORMAL);
        assertThat(ofNear.received).isEmpty();
    }

    @Test
    void shouldEndWhenItIsPausedWithinTheLastFramesOfThePeer() {
        start();
        near.setReadable(false);
        far.setReadable(false);
        fill();
        ofNear.last = 3;
        near.setReadable(true);
        far.close();
        run();
        assertThat(ofNear.received).hasSize(3);
        assertThat(ofNear.closed).isEqualTo(LinkStatus.NORMAL);
    }

    @Test
    void shouldDropFramesOfABrokenTransportWhichThePeerSendsAgain() {
        start();
        near.setReadable(false);
        fill();
        pair.cut();
        run();
        near.setReadable(true);
        run();
        assertThat(ofNear.received).isEmpty();
        assertThat(near.isDetached()).isTrue();
        near.close();
        far.close();
        run();
    }

    private static void assertNumbers(List<Long> received, int sent) {
        assertThat(received).hasSize(sent).isSorted().doesNotHaveDuplicates();
    }
}
