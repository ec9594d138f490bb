package dev.hira.e2e.floods;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import dev.hira.link.grpc.GrpcLinkClient;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Hostile guests flood a router and an API server that have the memory of a container of 1 GiB: its
 * JVMs take a quarter of it for the heap and as much for direct buffers. The victim's calls go on.
 */
@Tag("thorough")
@Timeout(300)
final class SmallHeapTest {
    private static final List<String> CONTAINER =
            List.of(
                    "-Xmx256m",
                    "-XX:MaxDirectMemorySize=256m",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-Dio.netty.leakDetection.level=disabled");
    private static final long MOST_RESIDENT_KIB = 1 << 20;
    private static final int SILENT = 24;
    private static final int LOADERS = 4;
    private static final int STATEMENTS = 30_000;
    private static final int MODULES = 8;
    private static final int HALVES = 600;
    private static final int ROUNDS = 50;
    private static final int BYTES = 100_000;

    private final AtomicInteger loaded = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final CountDownLatch victimDone = new CountDownLatch(1);

    @Test
    void shouldServeAVictimWhileGuestsFloodEverythingAtOnce() throws Exception {
        try (LocalStack stack =
                        LocalStack.start(
                                1,
                                CONTAINER,
                                List.of("--devices", "1", "--profile", "small"),
                                List.of());
                ExecutorService threads = Executors.newCachedThreadPool();
                CudaDriver victim = Hira.connect(stack.uri() + "?vm=victim")) {
            victim.cuInit(0);
            victim.cuCtxCreate(0, 0);
            long memory = victim.cuMemAlloc(BYTES);
            List<Callable<Void>> floods = new ArrayList<>();
            floods.add(() -> askAndNeverRead(stack));
            floods.add(() -> sendHalves(stack));
            for (int i = 0; i < LOADERS; i++) {
                int number = i;
                floods.add(() -> loadModules(stack, number));
            }
            List<Future<Void>> running = floods.stream().map(threads::submit).toList();
            for (int round = 0; round < ROUNDS || !finished(running); round++) {
                assertWorks(victim, memory, round);
            }
            victimDone.countDown();
            for (Future<Void> flood : running) {
                flood.get();
            }
            assertWorks(victim, memory, 1);
            assertThat(loaded).as("modules loaded").hasPositiveValue();
            assertThat(refused).as("modules refused").hasPositiveValue();
            assertSound(stack.router());
            assertSound(stack.server(0));
        }
    }

    /** Returns whether all floods have done their part but the one that lasts. */
    private static boolean finished(List<Future<Void>> floods) {
        return floods.stream().skip(1).allMatch(Future::isDone);
    }

    private static void assertWorks(CudaDriver victim, long memory, int round) {
        victim.cuMemsetD8(memory, round & 0x7F, BYTES);
        byte[] back = new byte[BYTES];
        victim.cuMemcpyDtoH(MemorySegment.ofArray(back), memory, BYTES);
        for (byte value : back) {
            if (value != (round & 0x7F)) {
                throw new AssertionError("round " + round + ": " + value);
            }
        }
    }

    private static void assertSound(HiraProcess process) throws IOException {
        assertThat(process.isAlive()).as(process.output()).isTrue();
        assertThat(process.output()).doesNotContain("OutOfMemory", "OutOfDirectMemory");
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        try (Stream<String> lines = Files.lines(status)) {
            String peak = lines.filter(line -> line.startsWith("VmHWM")).findFirst().orElseThrow();
            System.getLogger(SmallHeapTest.class.getName())
                    .log(System.Logger.Level.INFO, process.pid() + " " + peak);
            assertThat(Long.parseLong(peak.replaceAll("\\D", ""))).isLessThan(MOST_RESIDENT_KIB);
        }
    }

    /** Sends sessions' calls without reading the answers, until the victim is done. */
    private Void askAndNeverRead(LocalStack stack) throws InterruptedException {
        EventLoops loops = EventLoops.create(1, "hostile");
        List<SilentSession> sessions = new ArrayList<>();
        try {
            for (int i = 0; i < SILENT; i++) {
                sessions.add(
                        new SilentSession(
                                GrpcLinkClient.connect(
                                        URI.create(stack.uri()), LinkOptions.on(loops.next())),
                                "silent" + i,
                                1L << 40));
            }
            while (victimDone.getCount() > 0) {
                sessions.forEach(SilentSession::flood);
                Thread.onSpinWait();
            }
            return null;
        } finally {
            sessions.forEach(SilentSession::close);
            loops.close();
        }
    }

    private static Void sendHalves(LocalStack stack) throws IOException {
        try (HalfMessages halves = new HalfMessages(stack.folder().resolve("router.sock"))) {
            for (int i = 0; i < HALVES; i++) {
                halves.sendOne();
            }
        }
        return null;
    }

    /** Loads modules of straight-line code until there is no room, and begins again. */
    private Void loadModules(LocalStack stack, int number) {
        List<Long> modules = new ArrayList<>();
        try (CudaDriver cuda = Hira.connect(stack.uri() + "?vm=loader" + number)) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            for (int i = 0; i < MODULES; i++) {
                int statements = i % 10 == 9 ? 20 * STATEMENTS : STATEMENTS;
                try {
                    MemorySegment text = text(number * MODULES + i, statements);
                    modules.add(cuda.cuModuleLoadData(text));
                    loaded.incrementAndGet();
                } catch (CudaException full) {
                    refused.incrementAndGet();
                    modules.forEach(cuda::cuModuleUnload);
                    modules.clear();
                }
            }
        }
        return null;
    }

    private static MemorySegment text(int number, int statements) {
        String body = "add.u32 %r1, %r1, " + number + ";\n";
        String text =
                ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry long()\n{\n"
                        + ".reg .u32 %r<2>;\nmov.u32 %r1, 0;\n"
                        + body.repeat(statements)
                        + "ret;\n}\n\0";
        return MemorySegment.ofArray(text.getBytes(US_ASCII));
    }
}
