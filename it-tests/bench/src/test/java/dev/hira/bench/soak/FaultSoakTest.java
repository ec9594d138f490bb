package dev.hira.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class FaultSoakTest {
    private static final long SEED = 20261123;
    private static final Duration SHORT = Duration.ofSeconds(10);
    private static final Duration LONG = Duration.ofSeconds(20);

    @Test
    void shouldComputeTheSameAndLeaveNothingBehindWhenConnectionsAreCut() {
        SoakReport report = new ProgramSoak(SoakKind.LINKS, SEED, SHORT, System.out::println).run();
        assertThat(report.failures()).as("seed %d", SEED).isEmpty();
        assertThat(report.events()).isPositive();
    }

    @Test
    void shouldComputeTheSameAndLeaveNothingBehindWhenTheRouterIsKilled() {
        SoakReport report =
                new ProgramSoak(SoakKind.ROUTERS, SEED, LONG, System.out::println).run();
        assertThat(report.failures()).as("seed %d", SEED).isEmpty();
        assertThat(report.events()).isPositive();
    }

    @Test
    void shouldComputeTheSameAndLeaveNothingBehindWhenServersAreKilled() {
        SoakReport report = new ProgramSoak(SoakKind.FAULTS, SEED, LONG, System.out::println).run();
        assertThat(report.failures()).as("seed %d", SEED).isEmpty();
        assertThat(report.events()).isPositive();
    }

    @Test
    void shouldKeepEveryAcknowledgedChangeWhenTheRouterIsKilled() {
        SoakReport report = new ChangesSoak(SEED, SHORT, System.out::println).run();
        assertThat(report.failures()).as("seed %d", SEED).isEmpty();
        assertThat(report.checked()).isPositive();
    }
}
