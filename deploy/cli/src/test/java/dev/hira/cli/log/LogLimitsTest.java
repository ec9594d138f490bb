package dev.hira.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LogLimitsTest {
    private long millis;
    private final LogLimits limits = new LogLimits(() -> millis);

    private static LogEntry about(String vm, String session) {
        return new LogEntry(0, "WARN", "Test", "text", Map.of("vm", vm, "session", session), "");
    }

    private long taken(int lines, String vm, String session) {
        return IntStream.range(0, lines).filter(i -> limits.takes(about(vm, session))).count();
    }

    @Test
    void shouldTakeSoManyLinesOfASessionInAPeriodAndCountTheRest() {
        assertThat(taken(50, "blue", "a")).isEqualTo(LogLimits.SESSION_LINES);
        assertThat(taken(5, "blue", "b")).isEqualTo(5);
        assertThat(limits.over()).isEmpty();
        millis = LogLimits.PERIOD_MILLIS;
        List<LogEntry> told = limits.over();
        assertThat(told)
                .extracting(LogEntry::message)
                .containsExactly(
                        "30 lines were left out: the log takes 20 lines of a session within 10 s");
        assertThat(told.getFirst().facts()).isEqualTo(Map.of("session", "a"));
        assertThat(taken(50, "blue", "a")).isEqualTo(LogLimits.SESSION_LINES);
    }

    @Test
    void shouldLimitTheLinesOfAVmThatOpensSessionAfterSession() {
        int sessions = 1000;
        long taken =
                IntStream.range(0, sessions).filter(i -> taken(1, "red", "s" + i) == 1).count();
        assertThat(taken).isEqualTo(LogLimits.VM_LINES);
        assertThat(taken(1, "blue", "x")).isEqualTo(1);
        millis = LogLimits.PERIOD_MILLIS;
        assertThat(limits.over())
                .extracting(LogEntry::message)
                .containsExactly(
                        "900 lines were left out: the log takes 100 lines of a VM within 10 s");
    }

    @Test
    void shouldAlwaysTakeLinesAboutNoVm() {
        LogEntry line = new LogEntry(0, "INFO", "Router", "router started", Map.of(), "");
        assertThat(IntStream.range(0, 1000).allMatch(i -> limits.takes(line))).isTrue();
    }
}
