package dev.hira.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class JulBridgeTest {
    private static final String NAME = "test.bridge";

    private final Logger root = Logger.getLogger("");
    private final List<Handler> before = List.of(root.getHandlers());
    private final ch.qos.logback.classic.Logger to =
            (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(NAME);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @AfterEach
    void restore() {
        to.detachAppender(lines);
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
        before.forEach(root::addHandler);
    }

    @Test
    void shouldPassLinesOfLibrariesToTheLogOfTheProcess() {
        JulBridge.install();
        to.setAdditive(false);
        to.addAppender(lines);
        lines.start();
        Logger library = Logger.getLogger(NAME);
        library.log(Level.WARNING, "it is {0}", "late");
        library.log(Level.SEVERE, "defect", new IllegalStateException("why"));
        library.fine("not told");
        assertThat(root.getHandlers()).hasSize(1);
        assertThat(lines.list)
                .extracting(line -> line.getLevel() + " " + line.getFormattedMessage())
                .containsExactly("WARN it is late", "ERROR defect");
        assertThat(lines.list.getLast().getThrowableProxy().getMessage()).isEqualTo("why");
    }

    /** Peers without a session can cause such lines. */
    @Test
    void shouldLimitTheWarningsOfLibrariesAndLeaveOutTheTraceOfACallThatFailed() {
        JulBridge.install();
        to.setAdditive(false);
        to.addAppender(lines);
        lines.start();
        Logger library = Logger.getLogger(NAME);
        StatusRuntimeException malformed =
                Status.INTERNAL
                        .withDescription("Invalid protobuf byte sequence")
                        .asRuntimeException();
        for (int i = 0; i < 1000; i++) {
            library.log(Level.WARNING, "Exception processing message", malformed);
            library.info("fine");
        }
        assertThat(lines.list.stream().filter(line -> line.getThrowableProxy() != null)).isEmpty();
        assertThat(lines.list)
                .filteredOn(line -> line.getLevel() == ch.qos.logback.classic.Level.WARN)
                .extracting(ILoggingEvent::getFormattedMessage)
                .hasSizeBetween(10, 20)
                .containsOnly(
                        "Exception processing message: INTERNAL: Invalid protobuf byte sequence");
        assertThat(lines.list)
                .filteredOn(line -> line.getLevel() == ch.qos.logback.classic.Level.INFO)
                .hasSize(1000);
    }
}
