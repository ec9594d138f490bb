package dev.hira.bench.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LaunchBenchTest {
    @Test
    void shouldFindItsKernels() {
        assertThat(LaunchBench.text()).contains(".entry");
    }
}
