package dev.hira.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SharesVerdictTest {
    private static final Map<String, Long> WEIGHTS = Map.of("blue", 3L, "green", 1L);

    private static boolean isKept(long blue, long green) {
        return SharesVerdict.of(WEIGHTS, Map.of("blue", blue, "green", green), 0.1).kept();
    }

    @Test
    void shouldKeepToTheWeights() {
        assertThat(isKept(3000, 1000)).isTrue();
        assertThat(isKept(6510, 3490)).as("off by 9.9 % of the device").isTrue();
        assertThat(isKept(6490, 3510)).as("off by 10.1 % of the device").isFalse();
        assertThat(isKept(8510, 1490)).as("off the other way").isFalse();
        assertThat(isKept(1000, 1000)).isFalse();
    }

    @Test
    void shouldFailWhenNothingWasMeasured() {
        assertThat(isKept(0, 0)).isFalse();
        assertThat(SharesVerdict.of(WEIGHTS, Map.of(), 0.1).kept()).isFalse();
    }

    @Test
    void shouldSayWhatWasMeasured() {
        assertThat(SharesVerdict.of(WEIGHTS, Map.of("blue", 3L, "green", 1L), 0.1).lines())
                .anyMatch(
                        line -> line.startsWith("blue: weight 3 promises 75.0 %, measured 75.0 %"));
    }
}
