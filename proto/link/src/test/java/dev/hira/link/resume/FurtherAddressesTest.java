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
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A guest whose session may be at one of two routers. */
@ExtendWith(NoLeaks.class)
final class FurtherAddressesTest {
    private static final String UNREACHABLE = "";

    private final VirtualHome home = new VirtualHome();
    private final List<LossyPair> pairs = new ArrayList<>();
    private final LossyPair first = pair();
    private final ResumableLink guest =
            new ResumableLink(
                    first.near,
                    home,
                    ResumeLimits.DEFAULT,
                    new ResumableLink.Redial(this::dial, () -> 0.5, 2));

    /** The texts with which the routers refuse the guest, in turn; the last one stays. */
    private final List<String> answers = new ArrayList<>();

    private int dialed;
    private @Nullable LinkStatus closed;

    private LossyPair pair() {
        LossyPair made = new LossyPair();
        pairs.add(made);
        return made;
    }

    private LossyPair.End dial() {
        String answer = answers.get(Math.min(dialed++, answers.size() - 1));
        LossyPair made = pair();
        ResumableLink router = new ResumableLink(made.far, home, ResumeLimits.DEFAULT, null);
        router.start(
                new LinkHandler() {
                    @Override
                    public void onFrame(Frame frame) {
                        frame.release();
                        router.close(new LinkStatus(Cause.REFUSED, answer));
                    }

                    @Override
                    public void onWritable() {}

                    @Override
                    public void onClosed(LinkStatus status) {}
                });
        if (answer.equals(UNREACHABLE)) {
            made.cut();
        }
        return made.near;
    }

    /** Cuts the connection, and returns the text with which the link ended. */
    private String end(String... routers) {
        answers.addAll(List.of(routers));
        guest.start(
                new LinkHandler() {
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
                });
        guest.resumeOn(
                new Reconnector.Terms(
                        new ResumeRecords.Request("s", new byte[] {1}, "vm", ""),
                        Duration.ofSeconds(30),
                        PeerProcess.UNKNOWN,
                        reason -> reason));
        first.cut();
        while (closed == null) {
            step();
        }
        return closed.message();
    }

    private void step() {
        boolean moved = home.step();
        for (LossyPair pair : List.copyOf(pairs)) {
            moved |= pair.near.step() || pair.far.step();
        }
        if (!moved) {
            home.tick();
        }
    }

    @Test
    void shouldGiveUpWhenNoRouterKnowsTheSession() {
        assertThat(end(ResumeRecords.UNKNOWN_SESSION)).contains(ResumeRecords.UNKNOWN_SESSION);
        assertThat(dialed).isEqualTo(2);
    }

    @Test
    void shouldAskEveryRouterBeforeARefusalIsFinal() {
        assertThat(end("it is older", ResumeRecords.UNKNOWN_SESSION))
                .endsWith("it says: it is older");
        assertThat(dialed).isEqualTo(2);
    }

    @Test
    void shouldTellTheRefusalThatSaysMostWhicheverRouterComesFirst() {
        assertThat(end(ResumeRecords.UNKNOWN_SESSION, "it is older"))
                .endsWith("it says: it is older");
    }

    @Test
    void shouldTryTheOtherRouterUntilTheTimeIsOverAndThenTellTheRefusal() {
        String[] turns = new String[1000];
        Arrays.setAll(turns, i -> i % 2 == 0 ? "it is older" : UNREACHABLE);
        long begun = home.nanoTime();
        assertThat(end(turns))
                .endsWith("it could not be reached again for 30 s; a router says: it is older");
        assertThat(home.nanoTime() - begun).isGreaterThan(Duration.ofSeconds(30).toNanos());
    }

    @Test
    void shouldGoOnTryingWhileARouterCannotBeReached() {
        String unknown = ResumeRecords.UNKNOWN_SESSION;
        assertThat(end(unknown, UNREACHABLE, unknown, UNREACHABLE, unknown, unknown))
                .contains(unknown);
        assertThat(dialed).isEqualTo(6);
    }
}
