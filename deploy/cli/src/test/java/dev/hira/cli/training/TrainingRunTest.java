package dev.hira.cli.training;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

final class TrainingRunTest {
    /** The training run fails unless the device stops its endless kernel. */
    @Test
    void shouldOpenSessionsAndRunAKernel() {
        assertThatCode(() -> TrainingRun.run(4)).doesNotThrowAnyException();
    }
}
