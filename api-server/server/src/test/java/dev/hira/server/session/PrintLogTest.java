package dev.hira.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests the server's log of the text that kernels print. */
final class PrintLogTest {
    private static final int SESSION_BYTES = 1000;
    private static final int ALL_BYTES = 3000;

    private final List<String> lines = new ArrayList<>();
    private long nanos = -5;

    private final PrintLog log =
            new PrintLog(
                    new Totals(1, 1, ALL_BYTES, SESSION_BYTES),
                    () -> nanos,
                    (by, line) -> lines.add(by.vm() + "|" + by.session() + "|" + line));

    private long bytes() {
        return lines.stream().mapToLong(String::length).sum();
    }

    @Test
    void shouldLogEachLineWithItsVmAndSession() {
        log.printer("blue", "s1").accept("one\ntwo\n\nfour");

        assertThat(lines).containsExactly("blue|s1|one", "blue|s1|two", "blue|s1|", "blue|s1|four");
    }

    @Test
    void shouldEscapeCharactersThatForgeLinesOrControlTerminals() {
        log.printer("bl\nue", "s\u001b[2J")
                .accept("a\r2026 ERROR fake\u001b[31m\u0085b\u2028c\u202ed\0e\u009bf");

        assertThat(lines)
                .containsExactly(
                        "bl\\u000aue|s\\u001b[2J|a\\u000d2026 ERROR fake\\u001b[31m\\u0085b"
                                + "\\u2028c\\u202ed\\u0000e\\u009bf");
    }

    @Test
    void shouldCutLongLines() {
        PrintLog roomy =
                new PrintLog(
                        new Totals(1, 1, 1 << 20, 1 << 20), () -> 0, (by, line) -> lines.add(line));
        roomy.printer("blue", "s1").accept("x".repeat(10_000));

        assertThat(lines).extracting(String::length).containsExactly(4096, 4096, 1808);
    }

    @Test
    void shouldDropTextBeyondASessionsBudgetAndReportTheAmount() {
        PrintLog.Printer flood = log.printer("red", "s1");
        for (int i = 0; i < 10_000; i++) {
            flood.accept("0123456789\n");
        }
        int before = lines.size();
        assertThat(bytes()).isLessThanOrEqualTo(SESSION_BYTES);

        nanos += TimeUnit.MINUTES.toNanos(1);
        flood.accept("again\n");

        assertThat(lines.subList(before, lines.size()))
                .containsExactly(
                        "red|s1|("
                                + 11 * (10_000 - before)
                                + " bytes that kernels printed were dropped: the log takes 1000"
                                + " bytes of a session and 3000 bytes of all sessions within a"
                                + " minute)",
                        "red|s1|again");
    }

    @Test
    void shouldDropTextBeyondTheTotalOfAllSessions() {
        for (int i = 0; i < 100; i++) {
            log.printer("red", "s" + i).accept("0123456789\n".repeat(100));
        }

        assertThat(bytes()).isLessThanOrEqualTo(ALL_BYTES);
        assertThat(lines).hasSize(ALL_BYTES / 110);
    }
}
