package dev.hira.sim.ops.integer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MbarrierLayoutTest {
    private static final int MOST = MbarrierLayout.MOST_ARRIVALS;

    @ParameterizedTest
    @CsvSource({
        "1, 1, 0",
        "1048575, 1048575, 1048575",
        "1, 1048575, -1048575",
        "0, 0, -1",
        "7, 0, 1"
    })
    void shouldKeepEachCountApart(int pending, int expected, int bytes) {
        long object = MbarrierLayout.with(MbarrierLayout.mbarrierInit(1), pending, expected, bytes);
        assertThat(MbarrierLayout.mbarrierPending(object)).isEqualTo(pending);
        assertThat(MbarrierLayout.expected(object)).isEqualTo(expected);
        assertThat(MbarrierLayout.bytes(object)).isEqualTo(bytes);
        assertThat(MbarrierLayout.isHere(object)).isTrue();
        assertThat(MbarrierLayout.mbarrierPassedParity(object, 0)).isFalse();
    }

    @Test
    void shouldBeginTheNextPhaseWithTheExpectedArrivals() {
        long first = MbarrierLayout.mbarrierInit(MOST);
        long second = MbarrierLayout.with(first, 0, 5, 0);
        assertThat(MbarrierLayout.mbarrierPassed(second, first)).isTrue();
        assertThat(MbarrierLayout.mbarrierPending(second)).isEqualTo(5);
        assertThat(MbarrierLayout.bytes(second)).isZero();
        long third = MbarrierLayout.with(second, 0, 5, 0);
        assertThat(MbarrierLayout.mbarrierPassed(third, second)).isTrue();
        assertThat(MbarrierLayout.mbarrierPassedParity(third, 1)).isTrue();
        assertThat(MbarrierLayout.mbarrierPassedParity(third, 0)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1048576"})
    void shouldReturnZeroForAnImpossibleCount(int count) {
        assertThat(MbarrierLayout.mbarrierInit(count)).isZero();
        assertThat(MbarrierLayout.isHere(0)).isFalse();
    }
}
