package dev.hira.router.session.place;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission;
import dev.hira.policy.JudgedCommand;
import dev.hira.policy.SessionPolicy;
import org.junit.jupiter.api.Test;

final class MovablePolicyTest {
    private final Present first = new Present();
    private final Present second = new Present();
    private final MovablePolicy policy = new MovablePolicy(first);

    @Test
    void shouldCloseThePolicyForTheDevicesThatTheSessionHasLeft() {
        policy.moveTo(second, true);
        assertThat(first.closed).isTrue();
        assertThat(second.closed).isFalse();
    }

    @Test
    void shouldTellOnlyThePresentPolicy() {
        policy.ranked(1);
        policy.moveTo(second, true);
        policy.ranked(2);
        assertThat(first.rank).isEqualTo(1);
        assertThat(second.rank).isEqualTo(2);
    }

    @Test
    void shouldCloseThePolicyOfAMoveThatOutlastsTheSession() {
        policy.close();
        policy.moveTo(second, true);
        assertThat(second.closed).isTrue();
    }

    private static final class Present implements SessionPolicy {
        int rank;
        boolean closed;

        @Override
        public Admission judge(JudgedCommand command) {
            return Admission.ADMIT;
        }

        @Override
        public void ranked(int newRank) {
            rank = newRank;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
