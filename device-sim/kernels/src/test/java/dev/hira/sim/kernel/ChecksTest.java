package dev.hira.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ChecksTest {
    @Test
    void shouldReadAList() {
        assertThat(Checks.parse("")).isEqualTo(Checks.NONE);
        assertThat(Checks.parse("memory")).isEqualTo(new Checks(true, false));
        assertThat(Checks.parse(" Race, memory")).isEqualTo(new Checks(true, true));
    }

    @Test
    void shouldNameTheVariableItsValueAndTheAllowedValues() {
        assertThatThrownBy(() -> Checks.parse("memry"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the checks of kernels are 'memry'; they can be 'memory', 'race', 'memory,race' or"
                                + " empty");
    }
}
