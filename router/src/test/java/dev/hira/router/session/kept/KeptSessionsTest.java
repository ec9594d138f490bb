package dev.hira.router.session.kept;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.hira.router.session.kept.KeptSessions.SuspendedSessions;
import dev.hira.state.v1.StoredSession;
import dev.hira.state.v1.StoredSuspension;
import dev.hira.wire.v1.CheckpointKept;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of sessions that outlive their router. */
final class KeptSessionsTest {
    @TempDir private Path base;
    private Path folder;

    @BeforeEach
    void setUp() {
        folder = base.resolve("sessions");
    }

    private static StoredSession session(String id) {
        return StoredSession.newBuilder().setSession(id).setVm("vm of " + id).build();
    }

    private static StoredSession suspended(String id) {
        return session(id).toBuilder().setSuspended(StoredSuspension.getDefaultInstance()).build();
    }

    /** Leaves sessions as an earlier process does. */
    private KeptSessions left(StoredSession... sessions) {
        KeptSessions former = KeptSessions.open(folder);
        for (StoredSession each : sessions) {
            requireNonNull(former.create(each)).close();
        }
        return KeptSessions.open(folder);
    }

    private Path file(String id) {
        return folder.resolve(id + ".session");
    }

    @Test
    void shouldLetOnlyItsUserReadTheFolder() throws IOException {
        KeptSessions.open(folder);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
    }

    @Test
    void shouldRefuseAFolderThatCannotBeUsed() throws IOException {
        Files.createFile(folder);
        assertThatThrownBy(() -> KeptSessions.open(folder))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the folder " + folder + " cannot be used");
    }

    @Test
    void shouldGiveASessionToOneConnectionAtATime() {
        KeptSessions kept = left(session("a"));
        assertThat(kept.has("a")).isTrue();
        assertThat(kept.has("b")).isFalse();
        SessionFile file = requireNonNull(kept.claim("a"));
        assertThat(file.session()).isEqualTo(session("a"));
        assertThat(kept.claim("a")).as("in use").isNull();
        assertThat(kept.has("a")).isTrue();
        file.close();
        file.close();
        requireNonNull(kept.claim("a")).close();
        assertThat(kept.claim("b")).isNull();
    }

    @Test
    void shouldForgetASessionWhoseFileIsRemoved() {
        KeptSessions kept = left(session("a"));
        requireNonNull(kept.claim("a")).remove();
        assertThat(file("a")).doesNotExist();
        assertThat(kept.has("a")).isFalse();
        assertThat(kept.awaits("a")).isFalse();
        assertThat(kept.claim("a")).isNull();
    }

    @Test
    void shouldNotClaimASessionOfItsOwnProcess() {
        KeptSessions kept = KeptSessions.open(folder);
        SessionFile file = requireNonNull(kept.create(session("a")));
        assertThat(kept.has("a")).isFalse();
        assertThat(kept.claim("a")).isNull();
        assertThat(kept.awaitsAny()).isFalse();
        file.close();
    }

    @Test
    void shouldNotGoOnWithADamagedFile() throws IOException {
        left(session("a"));
        Files.write(file("a"), new byte[100]);
        KeptSessions kept = KeptSessions.open(folder);
        assertThat(kept.claim("a")).isNull();
        assertThat(kept.has("a")).as("its guest is refused for good").isFalse();
    }

    @Test
    void shouldKeepASessionWhoseFileCannotBeReadNow() throws IOException {
        KeptSessions kept = left(session("a"), suspended("b"), suspended("c"));
        for (String id : List.of("a", "c")) {
            Files.move(file(id), base.resolve(id));
            Files.createDirectory(file(id));
        }
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> kept.claim("a"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining(file("a").toString());
            assertThat(kept.has("a")).isTrue();
        }
        assertThat(kept.suspended()).isEqualTo(new SuspendedSessions(Set.of("vm of b"), false));
        for (String id : List.of("a", "c")) {
            Files.delete(file(id));
            Files.move(base.resolve(id), file(id));
        }
        assertThat(kept.suspended())
                .isEqualTo(new SuspendedSessions(Set.of("vm of b", "vm of c"), true));
        try (SessionFile file = requireNonNull(kept.claim("a"))) {
            assertThat(file.session()).isEqualTo(session("a"));
        }
    }

    @Test
    void shouldGoOnWithoutAFileWhereNoneCanBeMade() throws IOException {
        KeptSessions kept = KeptSessions.open(folder);
        Files.delete(folder);
        assertThat(kept.create(session("a"))).isNull();
        Files.createDirectory(folder);
        requireNonNull(kept.create(session("a"))).close();
    }

    @Test
    void shouldNameTheVmsOfSuspendedSessions() {
        KeptSessions kept = left(session("a"), suspended("b"));
        assertThat(kept.suspended()).isEqualTo(new SuspendedSessions(Set.of("vm of b"), true));
        assertThat(kept.claim("b")).as("it was only looked at").isNotNull();
    }

    @Test
    void shouldKeepTheTimeSinceWhichASessionWaitsForItsServer() {
        KeptSessions kept = left(session("a"));
        assertThat(kept.waitsSince("a", 7)).isEqualTo(7);
        assertThat(kept.waitsSince("a", 9)).isEqualTo(7);
        assertThat(kept.waitsSince("b", 9)).isEqualTo(9);
    }

    @Test
    void shouldForgetSessionsWhoseGuestsStayAwayButNotThoseInUse() {
        KeptSessions kept = left(session("a"), session("b"), session("c"));
        assertThat(kept.awaitsAny()).isTrue();
        assertThat(kept.awaited()).containsExactlyInAnyOrder("a", "b", "c");
        SessionFile used = requireNonNull(kept.claim("b"));
        kept.expire(Set.of("a", "b"));
        assertThat(file("a")).doesNotExist();
        assertThat(file("b")).as("its guest is back").exists();
        assertThat(file("c")).exists();
        assertThat(kept.awaits("a")).isFalse();
        assertThat(kept.awaits("c")).isTrue();
        assertThat(kept.awaited()).containsExactly("c");
        kept.expire(Set.of("c"));
        assertThat(kept.awaitsAny()).isFalse();
        used.close();
    }

    @Test
    void shouldTakeOverASessionOfAnotherRouter() {
        KeptSessions kept = KeptSessions.open(folder);
        kept.adopt(
                "a",
                List.of(
                        CheckpointKept.newBuilder()
                                .setKind(SessionFile.SESSION)
                                .setVersion(SessionFile.VERSION)
                                .setContent(session("a").toByteString())
                                .build()));
        assertThat(kept.awaits("a")).isTrue();
        try (SessionFile file = requireNonNull(kept.claim("a"))) {
            assertThat(file.session()).isEqualTo(session("a"));
        }
    }

    @Test
    void shouldRefuseRecordsThatItDoesNotKnow() {
        KeptSessions kept = KeptSessions.open(folder);
        kept.adopt("kind", List.of(record(3, SessionFile.VERSION, ByteString.EMPTY)));
        kept.adopt("version", List.of(record(SessionFile.SESSION, 2, ByteString.EMPTY)));
        kept.adopt("note", List.of(record(SessionFile.NOTE, 2, ByteString.EMPTY)));
        kept.adopt(
                "bytes",
                List.of(
                        record(
                                SessionFile.SESSION,
                                SessionFile.VERSION,
                                ByteString.copyFromUtf8("no session"))));
        for (String each : List.of("kind", "version", "note", "bytes")) {
            assertThat(kept.claim(each)).as(each).isNull();
        }
    }

    private static CheckpointKept record(int kind, int version, ByteString content) {
        return CheckpointKept.newBuilder()
                .setKind(kind)
                .setVersion(version)
                .setContent(content)
                .build();
    }

    @Test
    void shouldKeepWhatWasWrittenLastAndNothingOnceClosed() {
        KeptSessions kept = left(session("a"));
        SessionFile file = requireNonNull(kept.claim("a"));
        file.write(session("a").toBuilder().setLastCall(7).setLossUntold(true).build());
        file.lossTold(5);
        file.close();
        file.write(session("a").toBuilder().setLastCall(8).build());
        try (SessionFile again = requireNonNull(kept.claim("a"))) {
            assertThat(again.session())
                    .isEqualTo(session("a").toBuilder().setLastCall(7).setGuestFrames(5).build());
        }
    }

    @Test
    void shouldKeepCheckpointsOfSuspendedVmsInAFolderOfTheirOwn() {
        assertThat(KeptSessions.open(folder).checkpoints()).isEqualTo(folder.resolve("suspended"));
    }
}
