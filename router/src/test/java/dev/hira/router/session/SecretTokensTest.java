package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.hira.base.tls.HashedToken;
import dev.hira.router.operator.events.EventFilter;
import dev.hira.router.operator.events.EventQueue;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.ResumeRecords;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.Resume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Tokens of guests are on the way to the router only: not in its logs, events and answers. */
@ExtendWith(NoLeaks.class)
final class SecretTokensTest {
    private static final Logger ROOT =
            (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private static final Logger LOG = (Logger) LoggerFactory.getLogger("dev.hira");

    /** A part of every token here, and of nothing else. */
    private static final String MARK = "sesame";

    private static final String CONFIGURED = MARK + "-configured";
    private static final String FILED = MARK + "-filed";
    private static final String OLD = MARK + "-old";

    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final Level level = LOG.getLevel();
    private final List<Peer> guests = new ArrayList<>();
    @TempDir private Path folder;
    private Rig rig;

    @BeforeEach
    void start() throws IOException {
        Path file = folder.resolve("tokens");
        Files.write(
                file,
                List.of(
                        new HashedToken("blue", HashedToken.hash(FILED), Instant.MAX).line(),
                        new HashedToken("blue", HashedToken.hash(OLD), Instant.EPOCH).line()));
        rig =
                new Rig(
                        "hira.router.auth { mode = token, token-file = \""
                                + file
                                + "\", tokens { blue = "
                                + CONFIGURED
                                + " } }");
        logged.start();
        ROOT.addAppender(logged);
        LOG.setLevel(Level.TRACE);
    }

    @AfterEach
    void stop() {
        LOG.setLevel(level);
        ROOT.detachAppender(logged);
        rig.close();
    }

    private Peer open(String token) {
        Peer guest = rig.connectResumable(Optional.empty());
        guests.add(guest);
        guest.send(
                Control.newBuilder()
                        .setOpen(
                                Open.newBuilder()
                                        .setProtocol(1)
                                        .setApi(ToyCatalog.API)
                                        .setApiDigest(ToyCatalog.DIGEST)
                                        .setVm("blue")
                                        .setToken(token)
                                        .setWantsResume(true)));
        rig.pump.run();
        return guest;
    }

    private Peer resume(Opened opened, String token) {
        Peer guest = rig.connectResumable(Optional.empty());
        guests.add(guest);
        guest.send(
                Control.newBuilder()
                        .setResume(
                                Resume.newBuilder()
                                        .setSession(opened.getSession())
                                        .setSecret(opened.getResumeSecret())
                                        .setVm("blue")
                                        .setReceived(1)
                                        .setToken(token)));
        rig.pump.run();
        return guest;
    }

    @Test
    void shouldWriteNoTokenAnywhereWhetherItIsRightGuessedOrOver() {
        EventQueue events = rig.events.watch(EventFilter.usual("blue"), 100, () -> {});
        List<String> wrong = new ArrayList<>(List.of(OLD, MARK, CONFIGURED + "x"));
        for (int length = 1; length < CONFIGURED.length(); length++) {
            wrong.add(CONFIGURED.substring(0, length));
        }
        for (String token : wrong) {
            assertThat(open(token).status().cause()).as(token).isEqualTo(Cause.UNAUTHENTICATED);
        }
        assertThat(open(CONFIGURED).isOpen()).isTrue();
        Peer guest = open(FILED);
        Opened opened =
                guest.controls().stream()
                        .filter(Control::hasOpened)
                        .findFirst()
                        .orElseThrow()
                        .getOpened();
        guest.send(ResumeRecords.acknowledge(1));
        rig.pump.run();
        guest.link().kill();
        rig.pump.run();
        for (String token : wrong) {
            assertThat(resume(opened, token).status()).as(token).isEqualTo(Resumption.REFUSAL);
        }
        assertThat(resume(opened, FILED).isOpen()).isTrue();

        assertThat(logged.list).isNotEmpty();
        logged.list.forEach(event ->
                assertThat(
                                event.getFormattedMessage()
                                        + event.getKeyValuePairs()
                                        + event.getThrowableProxy())
                        .doesNotContain(MARK));
        assertThat(events.drain()).isNotEmpty().noneMatch(event -> event.toString().contains(MARK));
        for (Peer each : guests) {
            assertThat(each.controls().toString()).doesNotContain(MARK);
            if (!each.isOpen()) {
                assertThat(each.status().message()).doesNotContain(MARK);
            }
        }
        rig.servers.forEach(
                server -> assertThat(server.controls().toString()).doesNotContain(MARK));
    }
}
