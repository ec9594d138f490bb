package dev.hira.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BriefTimesTest {
    private final BriefTimes times = new BriefTimes();

    @Test
    void shouldTimeTheFirstAndThenOneInEight() {
        for (int round = 0; round < 3; round++) {
            assertThat(times.due()).isTrue();
            for (int i = 1; i < BriefTimes.EVERY; i++) {
                assertThat(times.due()).isFalse();
            }
        }
    }

    @Test
    void shouldNotTakeOneLongSampleForWhatIsUsual() {
        times.sample(50);
        assertThat(times.usual()).isEqualTo(50);
        times.sample(4_000_000);
        assertThat(times.usual()).isEqualTo(50);
        times.sample(60);
        assertThat(times.usual()).isEqualTo(60);
    }

    @Test
    void shouldFollowWhatHasBecomeSlowerForGood() {
        times.sample(50);
        times.sample(300);
        times.sample(310);
        assertThat(times.usual()).isEqualTo(300);
    }
}
