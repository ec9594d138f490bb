package dev.hira.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class WaitingLineTest {
    private final StringWriter terminal = new StringWriter();

    private WaitingLine line() {
        return new WaitingLine(new PrintWriter(terminal), "waiting for the router");
    }

    @Test
    void countsSecondsInOneLineAndRemovesIt() {
        try (WaitingLine line = line()) {
            line.second();
            line.second();
        }
        assertThat(terminal.toString())
                .isEqualTo(
                        "\r\u001b[Kwaiting for the router, 1 s"
                                + "\r\u001b[Kwaiting for the router, 2 s\r\u001b[K");
    }

    @Test
    void leavesNothingOfAShortWaitNorAfterTheEnd() {
        WaitingLine line = line();
        line.close();
        line.second();
        assertThat(terminal.toString()).isEmpty();
    }
}
