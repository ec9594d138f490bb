package dev.hira.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hira.link.Link;
import dev.hira.link.local.LocalLinks;
import dev.hira.link.ring.Futex;
import dev.hira.link.ring.RingFile;
import dev.hira.link.ring.RingLink;
import dev.hira.link.ring.RingPollers;
import dev.hira.link.ring.RingSettings;
import dev.hira.link.shm.RegionDirectory;
import dev.hira.link.shm.SharedRegion;
import dev.hira.server.testing.Received;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyHost;
import dev.hira.server.testing.ToyRig;
import dev.hira.server.work.CallThreads;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.PayloadPlaces;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests payloads in an arena and frames in rings. */
@Timeout(240)
final class SharedMemoryTest {
    private static final int ARENA = 1 << 20;

    @TempDir Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ExecutorService home = Executors.newSingleThreadExecutor();
    private final ExecutorService guestThread = Executors.newSingleThreadExecutor();
    private final ToyHost host = new ToyHost();
    private final RingPollers pollers =
            new RingPollers(task -> Thread.ofPlatform().daemon().unstarted(task), System::nanoTime);
    private final SessionHost server =
            new SessionHost(
                    new SessionHost.Settings("toy", 4, true, ToyRig.LIMITS, RingSettings.DEFAULT),
                    host,
                    new CallThreads(threads, threads, task -> {}),
                    pollers,
                    new SimpleMeterRegistry(),
                    System::nanoTime);
    private RegionDirectory directory;
    private SharedRegion arena;

    @BeforeEach
    void share() throws IOException {
        directory = RegionDirectory.open(folder, false, new Random(5));
        arena = directory.create("arena", ARENA);
    }

    @AfterEach
    void close() throws Exception {
        server.closeAll(LinkStatus.NORMAL);
        assertThat(server.awaitEmpty(TimeUnit.SECONDS.toNanos(120))).isTrue();
        pollers.close();
        arena.close();
        directory.close();
        threads.shutdown();
        home.shutdown();
        guestThread.shutdown();
    }

    private Open.Builder request() {
        return ToyGuest.openRequest().setMemoryPath(arena.path().toString()).setMemorySize(ARENA);
    }

    private Link connect() {
        LocalLinks.Pair pair = LocalLinks.pair(guestThread, home, LocalLinks.DEFAULT_CAPACITY);
        server.accept(pair.second(), "test");
        return pair.first();
    }

    private ToyGuest session() {
        ToyGuest guest = new ToyGuest(connect());
        assertThat(guest.open(request().build()).getUsesMemory()).isTrue();
        return guest;
    }

    @Test
    void shouldReadInputsAndWriteOutputsInTheArena() {
        ToyGuest guest = session();
        MemorySegment memory = arena.segment();
        memory.set(ValueLayout.JAVA_BYTE, 4096, (byte) 3);
        memory.set(ValueLayout.JAVA_BYTE, 4097, (byte) 4);
        guest.call(0, 1, ToyDispatcher.PUT, 1, 2, w -> w.payloadArena(ToyDispatcher.DATA, 4096, 2));
        long get =
                guest.call(
                        RecordFlags.SYNC,
                        1,
                        ToyDispatcher.GET,
                        50,
                        3,
                        w -> w.payloadArena(ToyDispatcher.DATA, 8192, 3));
        guest.flush();
        Received answer = guest.answer(get);
        assertThat(host.processes.getFirst().notes).containsExactly("1=7");
        assertThat(answer.payloads().getFirst().place()).isEqualTo(PayloadPlaces.ARENA);
        assertThat(answer.payloads().getFirst().arenaOffset()).isEqualTo(8192);
        assertThat(memory.asSlice(8192, 3).toArray(ValueLayout.JAVA_BYTE))
                .containsExactly(50, 51, 52);
    }

    @Test
    void shouldPinLastingMemoryButNotMemoryStagedForACall() {
        ToyGuest guest = session();
        arena.segment().set(ValueLayout.JAVA_BYTE, 4096, (byte) 3);
        for (int flags : List.of(0, RecordFlags.STAGED, 0)) {
            guest.call(
                    flags,
                    1,
                    ToyDispatcher.PUT,
                    1,
                    2,
                    w -> w.payloadArena(ToyDispatcher.DATA, 4096, 2));
        }
        guest.ask(1, ToyDispatcher.ECHO, 0, 0);
        ToyHost.OneProcess process = host.processes.getFirst();
        assertThat(process.pinned).containsExactly(true, false, true);
        assertThat(process.notes).containsExactly("1=3", "1=3", "1=3");
    }

    @Test
    void shouldReportThePlaceOfALateOutput() {
        ToyGuest guest = session();
        guest.call(
                0,
                1,
                ToyDispatcher.GET_LATER,
                9,
                3,
                w -> w.payloadArena(ToyDispatcher.DATA, 512, 3));
        guest.ask(1, ToyDispatcher.ECHO, 0, 0);
        host.processes.getFirst().completeLate();
        Received output = guest.take();
        assertThat(output.kind()).isEqualTo(RecordKinds.OUTPUT);
        assertThat(output.payloads().getFirst().arenaOffset()).isEqualTo(512);
        assertThat(arena.segment().get(ValueLayout.JAVA_BYTE, 514)).isEqualTo((byte) 11);
    }

    @Test
    void shouldRefusePlacesOutsideTheArena() {
        ToyGuest guest = session();
        for (long offset : new long[] {ARENA, ARENA - 1, Long.MAX_VALUE}) {
            long id =
                    guest.call(
                            RecordFlags.SYNC,
                            1,
                            ToyDispatcher.GET,
                            1,
                            2,
                            w -> w.payloadArena(ToyDispatcher.DATA, offset, 2));
            guest.flush();
            assertThat(guest.answer(id).message()).contains("an arena of 1048576 bytes");
        }
        assertThat(guest.ask(1, ToyDispatcher.ECHO, 1, 0).value()).isEqualTo(1);
    }

    @Test
    void shouldDoWithoutAnArenaThatCannotBeMapped() {
        ToyGuest guest = new ToyGuest(connect());
        Opened opened =
                guest.open(request().setMemoryPath(folder.resolve("none").toString()).build());
        assertThat(opened.getUsesMemory()).isFalse();
        assertThat(guest.ask(1, ToyDispatcher.ECHO, 1, 0).value()).isEqualTo(1);
    }

    @Test
    void shouldSurviveAnArenaThatIsCutOff() throws IOException {
        ToyGuest guest = session();
        try (var file =
                java.nio.channels.FileChannel.open(
                        arena.path(), java.nio.file.StandardOpenOption.WRITE)) {
            file.truncate(0);
        }
        long id =
                guest.call(
                        RecordFlags.SYNC,
                        1,
                        ToyDispatcher.PUT,
                        1,
                        5000,
                        w -> w.payloadArena(ToyDispatcher.DATA, 0, 5000));
        guest.flush();
        assertThat(guest.answer(id).message()).contains("truncated by its other user");
        assertThat(guest.ask(1, ToyDispatcher.ECHO, 1, 0).value()).isEqualTo(1);
    }

    @Test
    void shouldUnmapTheArenaWithTheSession() throws Exception {
        session().link().close();
        assertThat(server.awaitEmpty(TimeUnit.SECONDS.toNanos(120))).isTrue();
        String maps = Files.readString(Path.of("/proc/self/maps"));
        long mapped = maps.lines().filter(line -> line.endsWith(arena.path().toString())).count();
        assertThat(mapped).isEqualTo(1);
    }

    @Test
    void shouldUseRingsAfterTheHandshake() throws IOException {
        assumeTrue(Futex.available(), "rings need futex_waitv");
        SharedRegion file = RingFile.create(directory, RingFile.DEFAULT_CAPACITY);
        Link control = connect();
        RingHandshake handshake = new RingHandshake(control);
        Opened opened = handshake.open(request().setRingPath(file.path().toString()).build());
        assertThat(opened.getUsesRings()).isTrue();
        RingLink rings = RingLink.first(file, pollers.next(), control, RingSettings.DEFAULT);
        handshake.use(rings);
        ToyGuest guest = new ToyGuest(rings);
        for (int i = 1; i <= 900; i++) {
            guest.async(1, ToyDispatcher.NOTE, i, 0);
        }
        assertThat(guest.ask(1, ToyDispatcher.COUNT, 0, 0).value()).isEqualTo(900);
        guest.link().close();
        assertThat(awaitEmpty()).isTrue();
        assertThat(host.open).hasValue(0);
    }

    @Test
    void shouldEndWithTheControlLinkWhenRingsAreInUse() throws IOException {
        assumeTrue(Futex.available(), "rings need futex_waitv");
        SharedRegion file = RingFile.create(directory, RingFile.DEFAULT_CAPACITY);
        Link control = connect();
        RingHandshake handshake = new RingHandshake(control);
        handshake.open(request().setRingPath(file.path().toString()).build());
        control.close();
        assertThat(awaitEmpty()).isTrue();
        assertThat(host.open).hasValue(0);
        file.close();
    }

    private boolean awaitEmpty() {
        try {
            return server.awaitEmpty(TimeUnit.SECONDS.toNanos(120));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
