package dev.hira.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A soak of seconds; {@code ./hira soak migration} runs for minutes. */
@Tag("thorough")
final class MigrationSoakTest {
    private static final long SEED = 20261122;

    @Test
    void shouldComputeTheSameAndLeaveNothingBehindWhileTheVmMoves() {
        SoakReport report =
                new ProgramSoak(
                                SoakKind.MIGRATION,
                                SEED,
                                Duration.ofSeconds(3),
                                System.out::println)
                        .run();
        assertThat(report.failures()).as("seed %d", SEED).isEmpty();
        assertThat(report.events()).isPositive();
    }
}
