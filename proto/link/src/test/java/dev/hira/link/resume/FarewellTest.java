package dev.hira.link.resume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.LinkHandler;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.ResumeRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An end that closes a link whose peer cannot be told of it at that moment. */
@ExtendWith(NoLeaks.class)
final class FarewellTest {
    private static final LinkStatus DONE = new LinkStatus(Cause.NORMAL, "the program is done");
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final VirtualHome home = new VirtualHome();
    private final List<LossyPair> pairs = new ArrayList<>();
    private final LossyPair first = pair();
    private final ResumableLink guest =
            new ResumableLink(
                    first.near,
                    home,
                    ResumeLimits.DEFAULT,
                    new ResumableLink.Redial(this::dial, () -> 0.5));
    private final ResumableLink router =
            new ResumableLink(first.far, home, ResumeLimits.DEFAULT, null);
    private final Ends ofGuest = new Ends();
    private final Ends ofRouter = new Ends();
    private boolean reachable = true;
    private boolean refuses;
    private int dialed;

    /** Notes the end of a link. */
    private static class Ends implements LinkHandler {
        @Nullable LinkStatus closed;

        @Override
        public void onFrame(Frame frame) {
            frame.release();
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {
            closed = status;
        }
    }

    private LossyPair pair() {
        LossyPair made = new LossyPair();
        pairs.add(made);
        return made;
    }

    private LossyPair.End dial() {
        dialed++;
        LossyPair made = pair();
        if (!reachable) {
            made.cut();
        }
        ResumableLink newcomer = new ResumableLink(made.far, home, ResumeLimits.DEFAULT, null);
        newcomer.start(
                new Ends() {
                    @Override
                    public void onFrame(Frame frame) {
                        long received = ResumeFrames.received(frame);
                        frame.release();
                        if (refuses) {
                            newcomer.close(new LinkStatus(Cause.REFUSED, "no such session"));
                        } else {
                            router.attach(newcomer.surrender(), received, true);
                        }
                    }
                });
        return made.near;
    }

    private void open() {
        guest.start(ofGuest);
        router.start(ofRouter);
        guest.resumeOn(
                new Reconnector.Terms(
                        new ResumeRecords.Request("s", new byte[] {1}, "vm", ""),
                        LIMIT,
                        PeerProcess.UNKNOWN,
                        reason -> reason));
        router.keepFor(new Patience());
        run();
    }

    private void run() {
        boolean moved = true;
        while (moved) {
            moved = home.step();
            for (LossyPair pair : List.copyOf(pairs)) {
                moved |= pair.near.step() || pair.far.step();
            }
        }
    }

    /** Lets time pass until nothing is left to do. */
    private void settle() {
        run();
        while (home.tick()) {
            run();
        }
    }

    private void outage() {
        reachable = false;
        first.cut();
        run();
    }

    @Test
    void shouldTellThePeerOnTheNextConnectionWithoutKeepingTheCallerWaiting() {
        open();
        outage();
        guest.close(DONE);
        run();
        assertThat(ofGuest.closed).isEqualTo(DONE);
        assertThat(ofRouter.closed).isNull();
        reachable = true;
        settle();
        assertThat(ofRouter.closed).isEqualTo(DONE);
    }

    @Test
    void shouldTellThePeerWhenTheConnectionBreaksAfterTheClose() {
        open();
        guest.close(DONE);
        first.cut();
        settle();
        assertThat(ofGuest.closed).isEqualTo(DONE);
        assertThat(ofRouter.closed).isEqualTo(DONE);
    }

    @Test
    void shouldTellThePeerAgainWhenThatConnectionBreaksToo() {
        open();
        outage();
        guest.close(DONE);
        reachable = true;
        while (dialed == 0) {
            home.tick();
        }
        pairs.getLast().far.step(); // the request arrives, and the answer is lost
        pairs.getLast().cut();
        settle();
        assertThat(dialed).isEqualTo(2);
        assertThat(ofRouter.closed).isEqualTo(DONE);
    }

    @Test
    void shouldStopTryingWhenThePeerWouldHaveReleasedTheSession() {
        open();
        outage();
        guest.close(DONE);
        settle();
        assertThat(home.nanoTime()).isBetween(LIMIT.toNanos(), 2 * LIMIT.toNanos());
        assertThat(ofRouter.closed).isNull();
        router.close();
        run();
    }

    @Test
    void shouldStopTryingWhenThePeerDoesNotKnowTheSessionAnyLonger() {
        open();
        outage();
        guest.close(DONE);
        reachable = true;
        refuses = true;
        settle();
        assertThat(dialed).isEqualTo(1);
        router.close();
        run();
    }

    @Test
    void shouldNotTellThePeerOfALinkThatIsAbandoned() {
        open();
        outage();
        guest.abort();
        reachable = true;
        settle();
        assertThat(dialed).isZero();
        assertThat(ofRouter.closed).isNull();
        router.close();
        run();
    }
}
