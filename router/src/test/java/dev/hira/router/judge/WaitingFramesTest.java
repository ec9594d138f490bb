package dev.hira.router.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.router.testing.Calls;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.MalformedFrameException;
import org.junit.jupiter.api.Test;

final class WaitingFramesTest {
    private final ByteBudget budget = new ByteBudget(100_000, 150_000);
    private final WaitingFrames frames = new WaitingFrames(budget);

    private static Frame frame(int call) {
        return new Calls(call).call(ToyCatalog.WORK, false, 1, 0).frame();
    }

    @Test
    void shouldTakeAnyNumberOfFramesWhileTheLinkIsRead() {
        WaitingFrames many = new WaitingFrames(new ByteBudget(1 << 20, 1 << 20));
        for (int i = 0; i < 1000; i++) {
            many.add(frame(i), false);
        }
        assertThat(many.isEmpty()).isFalse();
        many.clear();
    }

    @Test
    void shouldRefuseALinkThatIgnoresThePause() {
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 300; i++) {
                                frames.add(frame(i), true);
                            }
                        })
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("257 frames came after the session was told to wait");
        frames.clear();
    }

    @Test
    void shouldReportTheHoldingsOfASessionThatHoldsTooMuch() {
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 1000; i++) {
                                frames.add(frame(i), false);
                            }
                        })
                .isInstanceOf(LimitReachedException.class)
                .hasMessageContaining("100000 are allowed")
                .hasMessageContaining("peers.waiting");
        frames.clear();
        assertThat(budget.taken()).isZero();
    }

    @Test
    void shouldCountAllSessionsTogether() {
        WaitingFrames others = new WaitingFrames(budget);
        while (budget.taken() < 90_000) {
            others.add(frame(1), false);
        }
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 1000; i++) {
                                frames.add(frame(i), false);
                            }
                        })
                .isInstanceOf(LimitReachedException.class)
                .hasMessageContaining("of all sessions");
        frames.clear();
        others.remove().release();
        others.clear();
        assertThat(budget.taken()).isZero();
    }
}
