package dev.hira.router.operator.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.checkpoint.CheckpointWriter;
import dev.hira.router.operator.migration.MigrationTarget;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionSave;
import dev.hira.router.session.SessionSave.Saved;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.state.v1.StoredSession;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.v1.CheckpointKept;
import dev.hira.wire.v1.CheckpointSession;
import dev.hira.wire.v1.CheckpointVm;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VmReturnTest {
    private final Rig rig =
            new Rig(
                    "hira.router.servers = [{name = a, uri = \"hira+unix:///nowhere/a\"},"
                            + "{name = b, uri = \"hira+unix:///nowhere/b\"}]");
    private @TempDir Path folder;

    @AfterEach
    void close() {
        rig.close();
    }

    private Path checkpoint(String session) throws IOException {
        Path file = folder.resolve("file.checkpoint");
        try (FileChannel out =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            CheckpointWriter writer = new CheckpointWriter(out, 1);
            writer.vm(CheckpointVm.newBuilder().setVm("blue").setSessions(1).build());
            writer.session(
                    CheckpointSession.newBuilder()
                            .setSession(session)
                            .setApiDigest(ToyCatalog.DIGEST)
                            .setDevices(1)
                            .setGranule(1)
                            .build());
            writer.endSession(0);
            writer.end();
        }
        return file;
    }

    @Test
    void shouldAskToTryAgainWhenAProgramComesBackAfterTheSessionsWereListed() throws Exception {
        rig.registry.keepIn(KeptSessions.open(folder.resolve("sessions")));
        List<RouterSession> listed = List.of();
        rig.open();
        String session = rig.registry.after("").findFirst().orElseThrow().id();
        StoredSession stored = StoredSession.newBuilder().setSession(session).build();
        Objects.requireNonNull(rig.registry.kept())
                .adopt(
                        session,
                        List.of(
                                CheckpointKept.newBuilder()
                                        .setKind(1)
                                        .setVersion(1)
                                        .setContent(stored.toByteString())
                                        .build()));
        CheckpointReport last =
                new VmReturn(
                                "blue",
                                rig.services,
                                uri -> {
                                    throw new AssertionError(uri);
                                },
                                null,
                                Duration.ofSeconds(1),
                                _ -> {})
                        .run(listed, checkpoint(session));
        assertThat(last.problem())
                .contains("the program of the session " + session + " has not come back");
    }

    private RouterSession suspended() {
        rig.moveAtServer();
        rig.open(open -> open.setVm("blue").setDevices(1));
        RouterSession session = rig.registry.all().getFirst();
        SessionSave save = Objects.requireNonNull(session.save());
        CompletableFuture<Saved> rested = save.rest(Duration.ofSeconds(10));
        rig.pump.run();
        rested.join().calls().forEach(Frame::release);
        CompletableFuture<Void> left = save.leave();
        rig.pump.run();
        assertThat(left).isCompleted();
        return session;
    }

    @Test
    void shouldTryAllServersAndNameTheirReasonsWhenNoneTakesASession() throws Exception {
        RouterSession session = suspended();
        Path file = checkpoint(session.id());
        rig.refuseAtServer(new LinkStatus(Cause.REFUSED, "not here"));
        CheckpointReport last = resume(session, file, null);
        assertThat(last.step()).isEqualTo(CheckpointReport.Step.FAILED);
        assertThat(last.problem())
                .startsWith("no API server can take the session: ")
                .containsPattern("a: .*'a'.*: not here; b: .*'b'.*: not here");
        assertThat(rig.servers).as("the first one, and each once").hasSize(3);
        assertThat(Objects.requireNonNull(session.facts()).isSuspended()).isTrue();
        assertThat(rig.pool.views()).allMatch(server -> server.sessions() == 0);
    }

    @Test
    void shouldTryOnlyTheServerThatTheOperatorHasNamed() throws Exception {
        RouterSession session = suspended();
        Path file = checkpoint(session.id());
        rig.refuseAtServer(new LinkStatus(Cause.REFUSED, "not here"));
        CheckpointReport last = resume(session, file, new MigrationTarget("b", 0));
        assertThat(last.problem()).contains("'b'", "not here").doesNotContain("'a'");
        assertThat(rig.servers).hasSize(2);
    }

    /** Resumes the VM while this thread runs its session. */
    private CheckpointReport resume(
            RouterSession session, Path file, @Nullable MigrationTarget target) {
        VmReturn vm =
                new VmReturn(
                        "blue",
                        rig.services,
                        uri -> {
                            throw new AssertionError(uri);
                        },
                        target,
                        Duration.ofMinutes(1),
                        _ -> {});
        CompletableFuture<CheckpointReport> end = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> end.complete(vm.run(List.of(session), file)));
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (!end.isDone()) {
            assertThat(System.nanoTime() - deadline).isNegative();
            rig.pump.run();
            Thread.onSpinWait();
        }
        return end.join();
    }
}
