package dev.hira.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Two programs of each soak, or more if they take less time; {@code ./hira soak} runs for minutes.
 */
final class FaultSoakTest {
    private static final long SEED = 20261123;
    private static final Duration TIME = Duration.ofSeconds(3);

    @Test
    void shouldComputeTheSameAndLeaveNothingBehindWhenConnectionsAreCut() {
        SoakReport report = new ProgramSoak(SoakKind.LINKS, SEED, TIME, System.out::println).run();
        assertThat(report.failures()).as("seed %d", SEED).isEmpty();
        assertThat(report.events()).isPositive();
    }

    @Test
    void shouldComputeTheSameAndLeaveNothingBehindWhenTheRouterIsKilled() {
        SoakReport report =
                new ProgramSoak(SoakKind.ROUTERS, SEED, TIME, System.out::println).run();
        assertThat(report.failures()).as("seed %d", SEED).isEmpty();
        assertThat(report.events()).isPositive();
    }

    @Test
    void shouldComputeTheSameAndLeaveNothingBehindWhenServersAreKilled() {
        SoakReport report = new ProgramSoak(SoakKind.FAULTS, SEED, TIME, System.out::println).run();
        assertThat(report.failures()).as("seed %d", SEED).isEmpty();
        assertThat(report.events()).isPositive();
    }

    @Test
    void shouldKeepEveryAcknowledgedChangeWhenTheRouterIsKilled() {
        SoakReport report = new ChangesSoak(SEED, TIME, System.out::println).run();
        assertThat(report.failures()).as("seed %d", SEED).isEmpty();
        assertThat(report.checked()).isPositive();
    }
}
