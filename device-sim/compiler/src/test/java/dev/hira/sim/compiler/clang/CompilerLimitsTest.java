package dev.hira.sim.compiler.clang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CompilerLimitsTest {
    @Test
    void shouldTakeLimitsFromTheEnvironment() {
        CompilerLimits limits =
                CompilerSettings.of(
                                Map.of(
                                        "HIRA_COMPILER_LIMITS",
                                        "time=20, memory=1024 output=16 processes=3"))
                        .limits();
        assertThat(limits.cpu()).isEqualTo(Duration.ofSeconds(20));
        assertThat(limits.wall()).isEqualTo(Duration.ofSeconds(40));
        assertThat(limits.memoryBytes()).isEqualTo(1L << 30);
        assertThat(limits.outputBytes()).isEqualTo(16 << 20);
        assertThat(limits.processes()).isEqualTo(3);
        assertThat(limits.logBytes()).isEqualTo(CompilerLimits.usual().logBytes());
    }

    @Test
    void shouldHaveTheUsualLimitsOtherwise() {
        assertThat(CompilerSettings.of(Map.of()).limits()).isEqualTo(CompilerLimits.usual());
        assertThat(CompilerLimits.read("output=4095").outputBytes()).isEqualTo(Integer.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"time", "time=", "time=0", "cpu=5", "memory=-1", "memory=2g", "=4"})
    void shouldNameWhatIsNoLimit(String text) {
        assertThatThrownBy(() -> CompilerLimits.read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("HIRA_COMPILER_LIMITS");
    }
}
