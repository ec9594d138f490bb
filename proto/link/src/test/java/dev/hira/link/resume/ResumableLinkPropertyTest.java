package dev.hira.link.resume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.LinkHandler;
import dev.hira.link.grpc.net.UnsentLimit;
import dev.hira.link.shm.TestFrames;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.ResumeRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two ends of a resumable link over transports that are cut at random moments, in a random order of
 * all events. The seed is part of the test's name.
 */
@ExtendWith(NoLeaks.class)
@Timeout(120)
class ResumableLinkPropertyTest {
    private static final ResumeLimits LIMITS =
            new ResumeLimits(
                    new UnsentLimit(4096, Long.MAX_VALUE), 24, 1024, 8, Duration.ofMillis(50));
    private static final int FRAMES = 200;
    private static final int LARGEST = 600;

    /** One run with one seed. */
    private static final class Run {
        private final Random random;
        private final VirtualHome home = new VirtualHome();
        private final List<LossyPair> pairs = new ArrayList<>();
        private final Set<LossyPair.End> elsewhere = new HashSet<>();
        private final Side guest;
        private final Side router;
        private boolean reachable = true;
        private int cuts;

        Run(long seed, boolean otherThread) {
            random = new Random(seed);
            LossyPair first = newPair();
            ResumableLink dialed =
                    new ResumableLink(
                            first.near,
                            home,
                            LIMITS,
                            new ResumableLink.Redial(() -> dial(otherThread), random::nextDouble));
            ResumableLink accepted = new ResumableLink(first.far, home, LIMITS, null);
            guest = new Side(dialed, random);
            router = new Side(accepted, random);
            accepted.trust("");
            dialed.start(guest);
            accepted.start(router);
            dialed.resumeOn(
                    new Reconnector.Terms(
                            new ResumeRecords.Request("s", new byte[] {1}, "vm", ""),
                            Duration.ofHours(1),
                            PeerProcess.UNKNOWN,
                            reason -> reason));
            accepted.keepFor(new Patience());
            while (first.near.step() || first.far.step()) {
                // Each end learns that the other keeps what it sends.
            }
        }

        private LossyPair newPair() {
            LossyPair pair = new LossyPair();
            pairs.add(pair);
            return pair;
        }

        private LossyPair.End dial(boolean otherThread) {
            LossyPair pair = newPair();
            if (!reachable) {
                pair.cut();
            }
            ResumableLink newcomer = new ResumableLink(pair.far, home, LIMITS, null);
            newcomer.start(new Newcomer(newcomer, pair.far, otherThread));
            return pair.near;
        }

        /** The router's end of a connection that asks to resume. */
        private final class Newcomer implements LinkHandler {
            private final ResumableLink link;
            private final LossyPair.End end;
            private final boolean otherThread;

            Newcomer(ResumableLink link, LossyPair.End end, boolean otherThread) {
                this.link = link;
                this.end = end;
                this.otherThread = otherThread;
            }

            @Override
            public void onFrame(Frame frame) {
                long received = ResumeFrames.received(frame);
                frame.release();
                Attachment given = link.surrender();
                if (otherThread) {
                    elsewhere.add(end);
                    home.elsewhere(() -> router.link.attach(given, received, true));
                } else {
                    router.link.attach(given, received, true);
                }
            }

            @Override
            public void onWritable() {}

            @Override
            public void onClosed(LinkStatus status) {}
        }

        void go() {
            while (guest.isBusy() || router.isBusy()) {
                act();
                assertThat(guest.link.keptBytes()).isLessThan(4096 + LARGEST);
                assertThat(router.link.keptBytes()).isLessThan(4096 + LARGEST);
            }
            assertThat(guest.expected).isEqualTo(FRAMES);
            assertThat(router.expected).isEqualTo(FRAMES);
            guest.link.close();
            drain();
            assertThat(guest.closed).isEqualTo(LinkStatus.NORMAL);
            assertThat(router.closed).isEqualTo(LinkStatus.NORMAL);
        }

        private void act() {
            int choice = random.nextInt(100);
            if (choice < 30) {
                (random.nextBoolean() ? guest : router).act();
            } else if (choice < 95) {
                deliver();
            } else if (choice < 97) {
                reachable = random.nextInt(4) > 0;
            } else if (!pairs.isEmpty()) {
                LossyPair victim = pairs.get(random.nextInt(pairs.size()));
                victim.cut();
                cuts++;
            }
        }

        private void deliver() {
            // The answer lets the guest send more than the router takes from an unknown peer.
            assertThat(pairs).noneMatch(pair -> pair.far.answeredAStranger());
            pairs.removeIf(LossyPair::isOver);
            LossyPair pair = pairs.isEmpty() ? null : pairs.get(random.nextInt(pairs.size()));
            boolean moved = pair != null && step(random.nextBoolean() ? pair.near : pair.far);
            if (!moved && !home.step()) {
                home.tick();
                reachable |= pair == null;
            }
        }

        /**
         * Lets one end do one thing: the router's end of a connection that continued the session
         * belongs to another thread than the link's home.
         */
        private boolean step(LossyPair.End end) {
            if (!elsewhere.contains(end)) {
                return end.step();
            }
            AtomicBoolean moved = new AtomicBoolean();
            home.elsewhere(() -> moved.set(end.step()));
            return moved.get();
        }

        private void drain() {
            // The guest's close reaches the router, which reads, on a later connection if need be.
            reachable = true;
            router.link.setReadable(true);
            for (int i = 0; i < 10_000 && (guest.closed == null || router.closed == null); i++) {
                deliver();
            }
            pairs.forEach(LossyPair::cut);
        }
    }

    /** One end: sends numbered frames, and checks those that it receives. */
    private static final class Side implements LinkHandler {
        private final ResumableLink link;
        private final Random random;
        private int sent;
        private int expected;
        private boolean readable = true;
        private @Nullable LinkStatus closed;

        Side(ResumableLink link, Random random) {
            this.link = link;
            this.random = random;
        }

        boolean isBusy() {
            assertThat(closed).isNull();
            return sent < FRAMES || expected < FRAMES;
        }

        void act() {
            if (random.nextInt(8) == 0) {
                readable = !readable;
                link.setReadable(readable);
            } else if (sent < FRAMES && link.isWritable()) {
                link.send(TestFrames.of(sent++, 16 + random.nextInt(LARGEST - 16)));
            }
        }

        @Override
        public void onFrame(Frame frame) {
            assertThat(TestFrames.number(frame)).isEqualTo(expected);
            expected++;
            frame.release();
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {
            assertThat(closed).isNull();
            closed = status;
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void shouldDeliverEveryFrameOnceAndInOrderWhateverIsCut(long seed) {
        int cuts = 0;
        for (int i = 0; i < 6; i++) {
            Run run = new Run(seed * 1000 + i, i % 2 == 0);
            run.go();
            cuts += run.cuts;
        }
        assertThat(cuts).as("cuts of all runs").isGreaterThan(20);
    }
}
