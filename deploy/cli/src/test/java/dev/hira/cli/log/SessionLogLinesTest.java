package dev.hira.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.testing.LiveStack;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What a router's log says about the beginnings of sessions. */
final class SessionLogLinesTest {
    @TempDir private Path folder;
    private final Logger router = (Logger) LoggerFactory.getLogger("dev.hira.router.session");
    private final @Nullable Level before = router.getLevel();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        router.setLevel(Level.INFO);
        lines.start();
        router.addAppender(lines);
    }

    @AfterEach
    void restore() {
        router.detachAppender(lines);
        router.setLevel(before);
    }

    private List<String> beginnings() {
        return List.copyOf(lines.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.startsWith("session opened") || line.contains("resumed"))
                .toList();
    }

    @Test
    void shouldCallASessionResumedThatARouterContinuesAfterItsRestart() {
        try (LiveStack stack = new LiveStack(folder);
                CudaDriver blue = stack.open("blue")) {
            assertThat(beginnings()).containsExactly("session opened");
            lines.list.clear();

            stack.restartRouter();

            assertThat(blue.cuDeviceGetCount()).isEqualTo(1);
            assertThat(beginnings())
                    .containsExactly("session resumed after a restart of the router");
        }
    }
}
