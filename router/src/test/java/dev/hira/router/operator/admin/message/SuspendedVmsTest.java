package dev.hira.router.operator.admin.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import dev.hira.router.checkpoint.CheckpointStore;
import dev.hira.router.checkpoint.CheckpointStore.Kept;
import dev.hira.router.checkpoint.CheckpointWriter;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.router.session.kept.SessionFile;
import dev.hira.router.testing.Rig;
import dev.hira.state.v1.StoredSession;
import dev.hira.state.v1.StoredSuspension;
import dev.hira.wire.v1.CheckpointVm;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checkpoints of suspended VMs, which outlive the router when sessions do. */
final class SuspendedVmsTest {
    private final Rig rig = new Rig();
    private final SplittableRandom random = new SplittableRandom(20_261_123);
    private @TempDir Path sessions;
    private @TempDir Path elsewhere;

    /** Suspended sessions that the earlier process has left, so that guests may come back. */
    @BeforeEach
    void leaveSessions() {
        leave("blue", true);
        leave("red", true);
    }

    private void leave(String vm, boolean suspended) {
        StoredSession.Builder session = StoredSession.newBuilder().setSession("of-" + vm).setVm(vm);
        if (suspended) {
            session.setSuspended(StoredSuspension.getDefaultInstance());
        }
        SessionFile file = KeptSessions.open(sessions).create(session.build());
        Objects.requireNonNull(file).close();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** Returns the checkpoints of a router that keeps its sessions. */
    private SuspendedVms keeping() {
        rig.registry.keepIn(KeptSessions.open(sessions));
        return new SuspendedVms(rig.registry, new CheckpointStore(elsewhere, random), random);
    }

    private void expire() {
        KeptSessions kept = Objects.requireNonNull(rig.registry.kept());
        kept.expire(kept.awaited());
    }

    private static Kept suspend(SuspendedVms vms, String vm, long seconds) throws IOException {
        Kept file = vms.create();
        try (FileChannel out = file.openForWriting()) {
            CheckpointWriter writer = new CheckpointWriter(out, file.id());
            writer.vm(
                    CheckpointVm.newBuilder()
                            .setVm(vm)
                            .setTaken(Timestamp.newBuilder().setSeconds(seconds))
                            .build());
            writer.end();
        }
        vms.keep(vm, file);
        return file;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(sessions.resolve("suspended"))) {
            return all.toList();
        }
    }

    private final List<String> over = new ArrayList<>();

    @Test
    void shouldFindTheCheckpointsOfTheProcessBefore() throws IOException {
        Path blue;
        try (SuspendedVms former = keeping()) {
            blue = suspend(former, "blue", 1).path();
            suspend(former, "red", 2);
        }
        SuspendedVms next = keeping();
        assertThat(next.of("blue")).extracting(Kept::path).isEqualTo(blue);
        assertThat(next.of("red")).isNotNull();
        assertThat(next.of("green")).isNull();
        assertThat(next.awaits("blue")).isTrue();
        assertThat(next.awaits("green")).isFalse();
    }

    @Test
    void shouldTakeTheNewestCheckpointOfAVmAndDeleteTheOthers() throws IOException {
        List<Path> made;
        try (SuspendedVms former = keeping()) {
            Kept second = suspend(former, "blue", 2);
            Kept third = former.create();
            Files.copy(second.path(), third.path(), StandardCopyOption.REPLACE_EXISTING);
            made = files();
        }
        assertThat(made).hasSize(2);
        SuspendedVms next = keeping();
        assertThat(files()).containsExactly(Objects.requireNonNull(next.of("blue")).path());
    }

    @Test
    void shouldDeleteTheCheckpointOfAVmWhoseSessionsWereNotSuspendedWhenTheRouterEnded()
            throws IOException {
        leave("green", false);
        try (SuspendedVms former = keeping()) {
            suspend(former, "green", 1);
        }
        SuspendedVms next = keeping();
        assertThat(next.of("green")).isNull();
        assertThat(next.awaits("green")).isFalse();
        assertThat(files()).isEmpty();
    }

    @Test
    void shouldDeleteNoCheckpointWhileTheFileOfASessionCannotBeRead() throws IOException {
        Path blue;
        try (SuspendedVms former = keeping()) {
            blue = suspend(former, "blue", 1).path();
            suspend(former, "red", 2);
        }
        Path file = sessions.resolve("of-blue.session");
        Path aside = elsewhere.resolve("aside");
        Files.move(file, aside);
        Files.createDirectory(file);
        SuspendedVms next = keeping();
        assertThat(next.of("blue")).extracting(Kept::path).isEqualTo(blue);
        assertThat(next.of("red")).isNotNull();
        assertThat(files()).contains(blue);

        Files.delete(file);
        Files.move(aside, file);
        assertThat(keeping().of("blue")).extracting(Kept::path).isEqualTo(blue);
    }

    @Test
    void shouldNotTakeAFileThatWasNotFinished() throws IOException {
        try (SuspendedVms former = keeping()) {
            former.create();
            suspend(former, "blue", 1);
        }
        SuspendedVms next = keeping();
        assertThat(next.of("blue")).isNotNull();
        expire();
        next.sweep(new HashSet<>(), over::add);
        assertThat(files()).isEmpty();
    }

    @Test
    void shouldKeepCheckpointsAsLongAsProgramsMayComeBack() throws IOException {
        try (SuspendedVms former = keeping()) {
            suspend(former, "blue", 1);
        }
        SuspendedVms next = keeping();
        next.sweep(new HashSet<>(), over::add);
        assertThat(next.of("blue")).isNotNull();
        assertThat(over).isEmpty();
        expire();
        next.sweep(new HashSet<>(List.of("blue")), over::add);
        assertThat(next.of("blue")).as("under way").isNotNull();
        next.sweep(new HashSet<>(), over::add);
        assertThat(over).containsExactly("blue");
        assertThat(next.of("blue")).isNull();
        assertThat(next.awaits("blue")).isFalse();
        assertThat(files()).isEmpty();
    }

    @Test
    void shouldLeaveNothingBehindWithoutAStateDirectory() throws IOException {
        try (SuspendedVms vms =
                new SuspendedVms(rig.registry, new CheckpointStore(elsewhere, random), random)) {
            suspend(vms, "blue", 1);
            assertThat(elsewhere).isNotEmptyDirectory();
        }
        assertThat(elsewhere).isEmptyDirectory();
    }
}
