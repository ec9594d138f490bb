package dev.hira.bench.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SpinKernelTest {
    @Test
    void shouldFindItsKernel() {
        assertThat(SpinKernel.text()).contains(".entry");
    }
}
