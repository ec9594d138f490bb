package dev.hira.router.books;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WorkInFlightTest {
    private final WorkInFlight work = new WorkInFlight(4);

    @Test
    void shouldKnowWhatIsUnderWay() {
        work.begins(10);
        work.begins(20);
        assertThat(work.ended(10)).isTrue();
        assertThat(work.ended(10)).isFalse();
        assertThat(work.ended(30)).isFalse();
        assertThat(work.size()).isEqualTo(1);
    }

    @Test
    void shouldBeFullUntilHalfOfItHasEnded() {
        for (int call = 1; call <= 4; call++) {
            assertThat(work.isFull()).isFalse();
            work.begins(call);
        }
        assertThat(work.isFull()).isTrue();
        work.ended(1);
        assertThat(work.isFull()).isTrue();
        assertThat(work.reopen()).isFalse();
        work.ended(2);
        assertThat(work.reopen()).isTrue();
        assertThat(work.reopen()).isFalse();
        assertThat(work.isFull()).isFalse();
    }
}
