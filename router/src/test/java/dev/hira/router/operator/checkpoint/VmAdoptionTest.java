package dev.hira.router.operator.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.router.checkpoint.CheckpointWriter;
import dev.hira.router.session.SessionMove.MoveFailed;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.state.v1.StoredSession;
import dev.hira.state.v1.StoredSuspension;
import dev.hira.wire.v1.CheckpointKept;
import dev.hira.wire.v1.CheckpointSession;
import dev.hira.wire.v1.CheckpointVm;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of another router that a router takes over, or refuses. */
final class VmAdoptionTest {
    private static final String ID = "0123456789abcdef";

    private final Rig rig = new Rig();
    private @TempDir Path folder;

    @AfterEach
    void close() {
        rig.close();
    }

    private void keep() {
        rig.registry.keepIn(KeptSessions.open(folder.resolve("sessions")));
    }

    private static CheckpointSession.Builder session() {
        return CheckpointSession.newBuilder()
                .setSession(ID)
                .setApi(ToyCatalog.API)
                .setApiDigest(ToyCatalog.DIGEST);
    }

    private static StoredSession.Builder stored() {
        return StoredSession.newBuilder()
                .setSession(ID)
                .setVm("blue")
                .setSuspended(StoredSuspension.getDefaultInstance());
    }

    private Path file(CheckpointSession.Builder session, StoredSession.Builder... stored)
            throws IOException {
        Path file = folder.resolve("file.checkpoint");
        try (FileChannel out =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            CheckpointWriter writer = new CheckpointWriter(out, 1);
            writer.vm(CheckpointVm.newBuilder().setVm("blue").setSessions(1).build());
            writer.session(session.build());
            for (StoredSession.Builder each : stored) {
                writer.kept(
                        CheckpointKept.newBuilder()
                                .setKind(1)
                                .setVersion(1)
                                .setContent(each.build().toByteString())
                                .build());
            }
            writer.endSession(0);
            writer.end();
        }
        return file;
    }

    private VmAdoption adoption(Path file) throws IOException {
        return VmAdoption.of("blue", rig.services, file);
    }

    private void assertRefused(Path file, String why) {
        assertThatThrownBy(() -> adoption(file))
                .isInstanceOf(MoveFailed.class)
                .hasMessageContaining(why);
    }

    @Test
    void shouldWaitForTheProgramAndForgetTheSessionWhenItDoesNotCome() throws Exception {
        keep();
        KeptSessions kept = Objects.requireNonNull(rig.registry.kept());
        VmAdoption adoption = adoption(file(session(), stored()));
        adoption.begin();
        assertThat(kept.awaited()).containsExactly(ID);
        assertThat(Files.exists(folder.resolve("sessions").resolve(ID + ".session"))).isTrue();
        assertThat(adoption.await(Duration.ZERO)).contains("have not come to this router within");

        rig.fireTimers();
        assertThat(adoption.await(Duration.ofHours(1)))
                .contains("a checkpoint is of use only to the programs of which it was made");
        assertThat(folder.resolve("sessions")).isEmptyDirectory();
    }

    @Test
    void shouldRefuseASessionThatItHasAlready() throws Exception {
        keep();
        Path file = file(session(), stored());
        adoption(file).begin();
        assertRefused(file, "this router has the session " + ID + " already");
    }

    @Test
    void shouldRefuseWithoutAStateDirectoryAtEitherRouter() throws Exception {
        assertRefused(file(session(), stored()), "only with a state directory (--state)");
        keep();
        assertRefused(file(session()), "only that router can go on with " + ID);
    }

    @Test
    void shouldRefuseAFileThatContradictsItself() throws Exception {
        keep();
        assertRefused(file(session(), stored().setVm("red")), "contradicts itself");
        assertRefused(file(session(), stored().setSession("another")), "contradicts itself");
        assertRefused(
                file(session().setSession("../../x"), stored().setSession("../../x")),
                "contradicts itself");
    }

    @Test
    void shouldRefuseAnotherVmOrAnotherVersionOfTheApi() throws Exception {
        keep();
        Path file = file(session(), stored());
        assertThatThrownBy(() -> VmAdoption.of("red", rig.services, file))
                .hasMessage("the checkpoint is of the VM 'blue', and 'red' was asked");
        assertRefused(file(session().setApiDigest(5), stored()), "another version of the API");
        assertRefused(
                file(session().setApi(99), stored()), "an API that this router does not know");
    }
}
