package dev.hira.link.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.hira.link.grpc.net.GrpcFixture;
import dev.hira.wire.NoLeaks;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

@ExtendWith(NoLeaks.class)
class LinkWarmUpTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final Logger ROOT =
            (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private static final Logger LOG = (Logger) LoggerFactory.getLogger(LinkWarmUp.class);

    @TempDir private Path folder;

    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    @BeforeEach
    void listenToTheLog() {
        logged.start();
        ROOT.addAppender(logged);
        LOG.setLevel(Level.DEBUG);
    }

    @AfterEach
    void leaveTheLog() {
        LOG.setLevel(null);
        ROOT.detachAppender(logged);
    }

    private LinkWarmUp startNow(Path parent) {
        return LinkWarmUp.start(parent, Duration.ZERO, LONG, System::nanoTime);
    }

    /** Waits until threads that are ending have ended; a thread that stays fails by the timeout. */
    private void assertThatNothingIsLeft() throws Exception {
        assertThat(folder).isEmptyDirectory();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("hira-warm-up")) {
                assertThat(thread.join(Duration.ofMinutes(1))).as(thread.getName()).isTrue();
            }
        }
        assertThat(logged.list).noneMatch(event -> event.getLevel().isGreaterOrEqual(Level.INFO));
    }

    @Test
    void shouldOpenItsLinkAndLeaveNothing() throws Exception {
        try (LinkWarmUp warmUp = startNow(folder)) {
            assertThat(warmUp.awaitEnd()).isTrue();
        }
        assertThatNothingIsLeft();
    }

    @Test
    void shouldRemoveTheSocketsOfProcessesThatWereKilled() throws Exception {
        Path left = Files.createDirectory(folder.resolve("hira-warm-up-123"));
        Files.createFile(left.resolve("links.sock"));
        Files.setLastModifiedTime(left, FileTime.fromMillis(0));
        try (LinkWarmUp warmUp = startNow(folder)) {
            assertThat(warmUp.awaitEnd()).isTrue();
        }
        assertThatNothingIsLeft();
    }

    @Test
    void shouldNotBeSeenByTheServersOfTheProcess() throws Exception {
        try (GrpcFixture fixture =
                new GrpcFixture(URI.create("hira+unix://" + folder.resolve("real.sock")))) {
            LinkWarmUp warmUp = startNow(folder);
            assertThat(warmUp.awaitEnd()).isTrue();
            assertThat(fixture.server.links()).isZero();
            assertThat(fixture.server.connections()).isZero();
        }
        assertThatNothingIsLeft();
    }

    @Test
    void shouldEndWhileItWaitsWhenItIsClosed() throws Exception {
        LinkWarmUp warmUp = LinkWarmUp.start(folder, LONG, LONG, System::nanoTime);
        warmUp.close();
        assertThat(warmUp.awaitEnd()).isFalse();
        assertThatNothingIsLeft();
    }

    @Test
    void shouldLeaveNothingWhenItIsClosedAtAnyMoment() throws Exception {
        for (int moment = 0; moment < 20; moment++) {
            LinkWarmUp warmUp = startNow(folder);
            for (int spin = 0; spin < moment * 20_000; spin++) {
                Thread.onSpinWait();
            }
            warmUp.close();
            warmUp.awaitEnd();
            assertThatNothingIsLeft();
        }
    }

    @Test
    void shouldGiveUpAtTheEndOfItsTime() throws Exception {
        LinkWarmUp warmUp =
                LinkWarmUp.start(folder, Duration.ZERO, Duration.ZERO, System::nanoTime);
        assertThat(warmUp.awaitEnd()).isFalse();
        assertThatNothingIsLeft();
        assertThatTheReasonWasLogged("the link took longer than 0 ms");
    }

    @Test
    void shouldGiveUpWithoutATemporaryFolder() throws Exception {
        assertThat(startNow(folder.resolve("missing")).awaitEnd()).isFalse();
        assertThatNothingIsLeft();
        assertThatTheReasonWasLogged("missing");
    }

    @Test
    void shouldGiveUpWhereItCannotListen() throws Exception {
        Path tooLongForASocket = Files.createDirectory(folder.resolve("x".repeat(120)));
        assertThat(startNow(tooLongForASocket).awaitEnd()).isFalse();
        assertThat(tooLongForASocket).isEmptyDirectory();
        Files.delete(tooLongForASocket);
        assertThatNothingIsLeft();
        assertThatTheReasonWasLogged("cannot listen");
    }

    private void assertThatTheReasonWasLogged(String part) {
        List<String> reasons =
                logged.list.stream()
                        .filter(event -> event.getLoggerName().equals(LOG.getName()))
                        .map(event -> event.getThrowableProxy().getMessage())
                        .toList();
        assertThat(reasons).singleElement().asString().contains(part);
    }
}
