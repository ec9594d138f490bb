package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Closed sessions leave nothing behind. */
@Tag("thorough")
final class SessionChurnTest {
    private static final int SESSIONS = 200;
    private static final long SEED = 4711;

    /** The resources of a process, as the system counts them. */
    private record Held(long threads, long files, long shared) {}

    @Test
    void shouldLeaveNothingWhenTwoHundredSessionsOpenAndCloseAtRandom() {
        try (LocalStack stack =
                LocalStack.start(
                        1,
                        List.of("--devices", "1", "--profile", "small"),
                        List.of("--set", "timeouts.keep=500ms"))) {
            // The first sessions bring pools and threads to their size.
            churn(stack, 40, SEED);
            try (CudaDriver witness = open(stack)) {
                long free = witness.cuMemGetInfo().free();
                Held router = held(stack.router());
                Held server = held(stack.server(0));
                churn(stack, SESSIONS, SEED + 1);
                long deadline = System.nanoTime() + 20_000_000_000L;
                while (!settled(witness, free, stack, router, server)
                        && System.nanoTime() < deadline) {
                    witness.cuCtxSynchronize();
                }
                assertThat(witness.cuMemGetInfo().free())
                        .as("device memory, seed %d", SEED)
                        .isEqualTo(free);
                assertNotMore(router, held(stack.router()), "router");
                assertNotMore(server, held(stack.server(0)), "server");
            }
        }
    }

    private static boolean settled(
            CudaDriver witness, long free, LocalStack stack, Held router, Held server) {
        return witness.cuMemGetInfo().free() == free
                && notMore(router, held(stack.router()))
                && notMore(server, held(stack.server(0)));
    }

    private static boolean notMore(Held before, Held now) {
        return now.threads() <= before.threads() + 2
                && now.files() <= before.files() + 2
                && now.shared() <= before.shared();
    }

    private static void assertNotMore(Held before, Held now, String process) {
        assertThat(notMore(before, now))
                .as(process + " held " + before + " and holds " + now)
                .isTrue();
    }

    private static void churn(LocalStack stack, int sessions, long seed) {
        Random random = new Random(seed);
        List<CudaDriver> open = new ArrayList<>();
        int opened = 0;
        while (opened < sessions || !open.isEmpty()) {
            if (opened < sessions
                    && (open.size() < 3 || (open.size() < 20 && random.nextBoolean()))) {
                CudaDriver cuda = open(stack);
                work(cuda, random);
                open.add(cuda);
                opened++;
            } else {
                open.remove(random.nextInt(open.size())).close();
            }
        }
    }

    private static void work(CudaDriver cuda, Random random) {
        long stream = cuda.cuStreamCreate(1);
        for (int i = random.nextInt(5); i > 0; i--) {
            int size = 1 + random.nextInt(300_000);
            long memory = cuda.cuMemAlloc(size);
            cuda.cuMemcpyHtoDAsync(memory, MemorySegment.ofArray(new byte[size]), size, stream);
            cuda.cuMemcpyDtoHAsync(MemorySegment.ofArray(new byte[size]), memory, size, stream);
        }
        if (random.nextBoolean()) {
            cuda.cuStreamSynchronize(stream);
        }
    }

    private static CudaDriver open(LocalStack stack) {
        CudaDriver cuda = Hira.connect(stack.uri());
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        return cuda;
    }

    private static Held held(HiraProcess process) {
        Path proc = Path.of("/proc", Long.toString(process.pid()));
        try (Stream<Path> tasks = Files.list(proc.resolve("task"));
                Stream<Path> files = Files.list(proc.resolve("fd"));
                Stream<String> maps = Files.lines(proc.resolve("maps"))) {
            return new Held(
                    tasks.count(),
                    files.count(),
                    maps.filter(line -> line.contains("/hira-")).count());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
