package dev.hira.cli.rehearsal;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

final class RehearsalTest {
    /** An endless kernel that were not stopped, or ended in another way, would fail it. */
    @Test
    void shouldOpenSessionsAndRunAKernel() {
        assertThatCode(() -> Rehearsal.run(4, true)).doesNotThrowAnyException();
    }
}
