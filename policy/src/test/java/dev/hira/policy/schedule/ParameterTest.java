package dev.hira.policy.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ParameterTest {
    private static final Parameter DURATION = Parameter.duration("tick", "30ms", "a tick");
    private static final Parameter NUMBER = Parameter.number("most", "64", "most ticks");
    private static final Parameter PERMILLE =
            new Parameter("idle", Parameter.Type.PERMILLE, "50", "a part");

    @ParameterizedTest
    @CsvSource({"1us, 1000", "1 µs, 1000", "' 30 MS', 30000000", "3600s, 3600000000000"})
    void shouldReadDurations(String text, long nanos) {
        assertThat(DURATION.parse("credit", text)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "0us", "3601s", "3600000001us", "ms", "3h", "-1ms", "none"})
    void shouldRefuseOtherDurations(String text) {
        assertThatThrownBy(() -> DURATION.parse("credit", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the parameter 'tick' of the scheduler 'credit' must be a duration from 1us"
                                + " to 3600s, such as 30ms, not '"
                                + text
                                + "'");
    }

    @Test
    void shouldReadNoneWhereItIsTheDefault() {
        Parameter wait = Parameter.duration("wait", Parameter.NONE, "longest wait");
        assertThat(wait.parse("sla", "none")).isEqualTo(Long.MAX_VALUE);
        assertThat(wait.parse("sla", "5ms")).isEqualTo(5_000_000);
    }

    @Test
    void shouldReadNumbersFromTheLeastToTheMost() {
        assertThat(NUMBER.parse("credit", "1")).isEqualTo(1);
        assertThat(NUMBER.parse("credit", "1000000")).isEqualTo(1_000_000);
        assertThat(PERMILLE.parse("fair", "0")).isZero();
        assertThat(PERMILLE.parse("fair", " 1000 ")).isEqualTo(1_000);
    }

    @ParameterizedTest
    @CsvSource({"most, 0", "most, 1000001", "idle, -1", "idle, 1001", "idle, x"})
    void shouldRefuseOtherNumbers(String name, String text) {
        Parameter parameter = name.equals("most") ? NUMBER : PERMILLE;
        assertThatThrownBy(() -> parameter.parse("fair", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be " + parameter.type().form());
    }
}
