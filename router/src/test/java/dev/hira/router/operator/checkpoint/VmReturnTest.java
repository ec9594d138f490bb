package dev.hira.router.operator.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.checkpoint.CheckpointWriter;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.router.testing.Rig;
import dev.hira.state.v1.StoredSession;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VmReturnTest {
    private final Rig rig = new Rig();
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
            writer.session(CheckpointSession.newBuilder().setSession(session).build());
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
}
