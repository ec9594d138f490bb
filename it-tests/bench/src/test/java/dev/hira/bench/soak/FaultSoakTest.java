package dev.hira.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class FaultSoakTest {
    private static final long SEED = 20261123;

    @Test
    void shouldComputeTheSameAndLeaveNothingBehindWhenConnectionsAreCut() {
        SoakReport report =
                new ProgramSoak(SoakKind.LINKS, SEED, Duration.ofSeconds(10), System.out::println)
                        .run();
        assertThat(report.failures()).as("seed %d", SEED).isEmpty();
        assertThat(report.events()).isPositive();
    }

    @Test
    void shouldComputeTheSameAndLeaveNothingBehindWhenTheRouterIsKilled() {
        SoakReport report =
                new ProgramSoak(SoakKind.ROUTERS, SEED, Duration.ofSeconds(20), System.out::println)
                        .run();
        assertThat(report.failures()).as("seed %d", SEED).isEmpty();
        assertThat(report.events()).isPositive();
    }

    @Test
    void shouldComputeTheSameAndLeaveNothingBehindWhenServersAreKilled() {
        SoakReport report =
                new ProgramSoak(SoakKind.FAULTS, SEED, Duration.ofSeconds(20), System.out::println)
                        .run();
        assertThat(report.failures()).as("seed %d", SEED).isEmpty();
        assertThat(report.events()).isPositive();
    }
}
