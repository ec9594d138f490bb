package dev.hira.router.session.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.shm.Challenge;
import dev.hira.policy.model.Grant;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.OfferMemory;
import dev.hira.wire.v1.Open;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(NoLeaks.class)
final class SharedMemoryTest {
    private static final int ARENA = 64 << 10;

    @TempDir private Path folder;
    private Rig rig;

    @BeforeEach
    void start() {
        rig = rig("");
    }

    private Rig rig(String more) {
        return new Rig(
                "hira.router.memory { enabled = true, directory = \""
                        + folder
                        + "\", session = 64 KiB, total = 128 KiB }\n"
                        + more);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private static OfferMemory offer(Peer guest) {
        assertThat(guest.controls().get(0).getOpened().getOffersMemory()).isTrue();
        return guest.controls().get(1).getOfferMemory();
    }

    @Test
    void shouldGiveProvenMemoryToGuestAndServer() throws Exception {
        Peer guest = rig.openSharing();
        Open told = rig.server().controls().get(0).getOpen();
        assertThat(told.getMemoryPath()).isEqualTo(offer(guest).getPath());
        assertThat(told.getMemorySize()).isEqualTo(ARENA);
        assertThat(guest.controls().get(2).getAcceptMemory().getMemory()).isTrue();
        assertThat(rig.count("hira.router.sessions.memory", "outcome", "used")).isEqualTo(1);

        guest.send(new Calls().arena(ARENA - 10, 10).arena(ARENA - 9, 10).frame());
        rig.pump.run();
        assertThat(rig.server().records())
                .extracting(Calls.Seen::kind)
                .containsExactly(RecordKinds.CALL, RecordKinds.REFUSED);
    }

    @Test
    void shouldRefuseSharedMemoryInCallsThatAreRecorded() throws Exception {
        Peer guest = rig.openSharing();
        guest.send(new Calls().arena(ToyCatalog.NAME, 0, 10).frame());
        rig.pump.run();
        assertThat(rig.server().records())
                .extracting(Calls.Seen::kind)
                .containsExactly(RecordKinds.REFUSED);
    }

    @Test
    void shouldRemoveTheFileAsSoonAsAllHaveItAndTheMemoryWhenTheSessionEnds() throws Exception {
        Peer guest = rig.openSharing();
        Path file = Path.of(offer(guest).getPath());
        assertThat(file).doesNotExist();
        assertThat(rig.memory.used()).isEqualTo(ARENA);
        guest.link().kill();
        rig.pump.run();
        assertThat(rig.memory.used()).isZero();
    }

    @Test
    void shouldGoOnWithoutMemoryWhenTheGuestCannotMapIt() {
        Peer guest = rig.open(o -> o.setWantsMemory(true));
        Path file = Path.of(offer(guest).getPath());
        guest.send(Control.newBuilder().setProveMemory(Challenge.decline()));
        rig.pump.run();
        assertThat(guest.controls().get(2).getAcceptMemory().getMemory()).isFalse();
        assertThat(rig.server().controls().get(0).getOpen().getMemoryPath()).isEmpty();
        assertThat(rig.count("hira.router.sessions.memory", "outcome", "guest")).isEqualTo(1);
        assertThat(Files.exists(file)).isFalse();
    }

    @Test
    void shouldNotBelieveAGuestThatDoesNotSeeTheMemory() {
        Peer guest = rig.open(o -> o.setWantsMemory(true));
        guest.send(
                Control.newBuilder()
                        .setProveMemory(
                                dev.hira.wire.v1.ProveMemory.newBuilder()
                                        .setFound(12345)
                                        .setAnswer(678)));
        rig.pump.run();
        assertThat(guest.controls().get(2).getAcceptMemory().getMemory()).isFalse();
        assertThat(rig.count("hira.router.sessions.memory", "outcome", "different")).isEqualTo(1);
    }

    @Test
    void shouldGoOnWithoutMemoryWhenTheServerCannotMapIt() throws Exception {
        rig.refuseMemoryAtServer();
        Peer guest = rig.openSharing();
        assertThat(guest.controls().get(2).getAcceptMemory().getMemory()).isFalse();
        assertThat(rig.count("hira.router.sessions.memory", "outcome", "server")).isEqualTo(1);
    }

    @Test
    void shouldGoOnWithoutMemoryAtAnotherServerWhenTheFirstOneEndsDuringTheOffer() {
        Peer guest = rig.open(o -> o.setWantsMemory(true));
        rig.server().link().close(new LinkStatus(Cause.UNAVAILABLE, "killed"));
        rig.pump.run();
        assertThat(guest.isOpen()).as("while it looks at the offer").isTrue();
        guest.send(Control.newBuilder().setProveMemory(Challenge.decline()));
        rig.pump.run();
        shouldBeOpenWithoutMemory(guest);
    }

    @Test
    void shouldGoOnWithoutMemoryAtAnotherServerWhenTheFirstOneEndsAfterTheOffer() throws Exception {
        rig.refuseAtServer(new LinkStatus(Cause.UNAVAILABLE, "killed"));
        Peer guest = rig.openSharing();
        rig.atServer(Rig::welcome);
        shouldBeOpenWithoutMemory(guest);
    }

    private void shouldBeOpenWithoutMemory(Peer guest) {
        rig.fireTimersExceptDeadline();
        assertThat(guest.controls()).hasSize(3);
        assertThat(guest.controls().get(2).hasAcceptMemory()).isTrue();
        assertThat(guest.controls().get(2).getAcceptMemory().getMemory()).isFalse();
        assertThat(rig.server().controls().get(0).getOpen().getMemoryPath()).isEmpty();
        assertThat(rig.memory.used()).isZero();
    }

    @Test
    void shouldOfferNoneWhenAllIsTaken() throws Exception {
        rig.openSharing();
        rig.openSharing();
        Peer third = rig.open(o -> o.setWantsMemory(true));
        assertThat(third.controls().get(0).getOpened().getOffersMemory()).isFalse();
        assertThat(rig.count("hira.router.sessions.memory", "outcome", "exhausted")).isEqualTo(1);
    }

    @Test
    void shouldOfferNoneToAGuestThatWantsNoneOrWhoseServerIsElsewhere() {
        assertThat(rig.open().controls().get(0).getOpened().getOffersMemory()).isFalse();
        try (Rig far = rig("")) {
            far.sharing = false;
            far.serving("s1", 1);
            Peer guest = far.open(o -> o.setWantsMemory(true));
            assertThat(guest.controls().get(0).getOpened().getOffersMemory()).isFalse();
            assertThat(far.count("hira.router.sessions.memory", "outcome", "server-remote"))
                    .isEqualTo(1);
        }
    }

    @Test
    void shouldRefuseArenaPayloadsWithoutAnArena() {
        Peer guest = rig.open();
        guest.send(new Calls().arena(0, 10).call(ToyCatalog.WORK, false, 0, 0).frame());
        rig.pump.run();
        assertThat(rig.server().records())
                .extracting(Calls.Seen::kind)
                .containsExactly(RecordKinds.REFUSED, RecordKinds.CALL);
    }

    @Test
    void shouldOfferMemoryAgainOnceAnotherSessionHasGivenItsBack() throws Exception {
        Peer first = rig.openSharing();
        rig.openSharing();
        rig.open(o -> o.setWantsMemory(true));
        assertThat(rig.memory.used()).as("a refusal takes none").isEqualTo(2 * ARENA);
        first.link().kill();
        rig.pump.run();
        rig.openSharing();
        assertThat(rig.memory.used()).isEqualTo(2 * ARENA);
    }

    @Test
    void shouldOfferWholePagesOfTheMemoryThatAVmMayPin() {
        pin(3 * 4096 + 4095);
        assertThat(offer(rig.open(o -> o.setWantsMemory(true))).getSize()).isEqualTo(3 * 4096);
        pin(4095);
        Peer guest = rig.open(o -> o.setWantsMemory(true));
        assertThat(guest.controls().get(0).getOpened().getOffersMemory()).isFalse();
        assertThat(rig.count("hira.router.sessions.memory", "outcome", "granted-none"))
                .isEqualTo(1);
        assertThat(rig.memory.used()).isEqualTo(3 * 4096);
    }

    private void pin(long bytes) {
        rig.grants.change(state ->
                state.withOwn("default", Grant.STANDARD.edit().pinnedBytes(bytes).build()));
    }

    @Test
    void shouldOfferNoneWhenItIsTurnedOff() {
        try (Rig off = new Rig()) {
            Peer guest = off.open(o -> o.setWantsMemory(true));
            assertThat(guest.controls().get(0).getOpened().getOffersMemory()).isFalse();
            assertThat(off.count("hira.router.sessions.memory", "outcome", "disabled"))
                    .isEqualTo(1);
        }
    }

    @Test
    void shouldGiveBackMemoryThatAGuestCannotMapOrNeverProves() {
        rig.open(o -> o.setWantsMemory(true))
                .send(Control.newBuilder().setProveMemory(Challenge.decline()));
        rig.pump.run();
        assertThat(rig.memory.used()).isZero();
        Peer silent = rig.open(o -> o.setWantsMemory(true));
        Path file = Path.of(offer(silent).getPath());
        assertThat(file).exists();
        silent.link().kill();
        rig.pump.run();
        assertThat(rig.memory.used()).isZero();
        assertThat(file).doesNotExist();
    }

    @Test
    void shouldOpenSessionsWithoutMemoryWhenItsFolderCannotBeUsed() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        try (Rig broken =
                new Rig("hira.router.memory { enabled = true, directory = \"" + file + "\" }")) {
            Peer guest = broken.open(o -> o.setWantsMemory(true));
            assertThat(guest.controls().get(0).getOpened().getOffersMemory()).isFalse();
            assertThat(guest.isOpen()).isTrue();
        }
    }

    @Test
    void shouldRemoveItsFolderWhenTheRouterStops() throws Exception {
        rig.openSharing();
        rig.close();
        assertThat(folder).isEmptyDirectory();
    }
}
