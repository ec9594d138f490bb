package dev.hira.policy.schedule.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FairSettingsTest {
    @ParameterizedTest
    @CsvSource({
        "-1, 0, 0, 0, 0",
        "0, -1, 0, 0, 0",
        "0, 0, -1, 0, 0",
        "0, 0, 0, -1, 0",
        "0, 0, 0, 0, -1",
        "0, 0, 0, 0, 1001"
    })
    void shouldRefuseNegativeTimesAndMoreThanAllOfTheTime(
            long lag, long grace, long patience, long lead, int idle) {
        assertThatThrownBy(() -> new FairSettings(lag, grace, patience, lead, idle))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lag=" + lag + " grace=" + grace);
    }

    @Test
    void shouldTakeTheLeastAndTheMost() {
        assertThat(new FairSettings(0, 0, 0, 0, 0).idlePermille()).isZero();
        assertThat(new FairSettings(0, 0, 0, 0, 1000).idlePermille()).isEqualTo(1000);
    }
}
