package dev.hira.cli.rehearsal;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

final class RehearsalTest {
    /** The rehearsal fails unless the device stops its endless kernel. */
    @Test
    void shouldOpenSessionsAndRunAKernel() {
        assertThatCode(() -> Rehearsal.run(4)).doesNotThrowAnyException();
    }
}
