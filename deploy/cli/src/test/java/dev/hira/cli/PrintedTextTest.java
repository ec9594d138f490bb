package dev.hira.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.hira.cli.testing.LiveStack;
import dev.hira.gallery.catalog.Gallery;
import dev.hira.guest.gpu.Gpu;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What kernels print appears at the guest, as with a real device, and nowhere else. */
final class PrintedTextTest {
    private static final int THREADS = 256;

    @TempDir private Path folder;
    private final PrintStream before = System.out;
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final Logger log = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        System.setOut(new PrintStream(output, true, UTF_8));
        lines.start();
        log.addAppender(lines);
    }

    @AfterEach
    void restore() {
        System.setOut(before);
        log.detachAppender(lines);
    }

    /** Runs the program that prints, and returns what it printed when it had its results. */
    private List<String> print(String uri) {
        try (Gpu gpu = Gpu.connect(uri)) {
            assertThat(Gallery.named("print").run(gpu, THREADS, 1).passed()).isTrue();
            return output.toString(UTF_8).lines().toList();
        }
    }

    @Test
    void shouldPrintAtTheGuestWhatKernelsOfASimulatedDeviceInItsProcessPrint() {
        assertThat(print("sim:?profile=small")).isNotEmpty();
    }

    @Test
    void shouldPrintTheSameThroughARouterAndNotInTheServersLog() {
        List<String> direct = print("sim:?profile=small");
        output.reset();
        lines.list.clear();
        try (LiveStack stack = new LiveStack(folder)) {
            assertThat(print(stack.guest("blue"))).containsExactlyInAnyOrderElementsOf(direct);
        }
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .isNotEmpty()
                .noneMatch(line -> direct.stream().anyMatch(line::contains));
    }
}
