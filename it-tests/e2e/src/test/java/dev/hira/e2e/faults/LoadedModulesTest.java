package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.guest.Hira;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Threads of a session that load and unload modules all the time, and write to their variables,
 * while the session's server is killed. Where variables lie must not depend on the time that work
 * takes.
 */
@Tag("thorough")
@Timeout(240)
final class LoadedModulesTest {
    private static final int THREADS = 3;
    private static final int KILLS = 4;
    private static final int ROUNDS_BETWEEN = 40;
    private static final long SEED = 306;
    private static final String VM = "loader";

    @RegisterExtension
    static final TwoServers SERVERS =
            TwoServers.with(
                    "policy.default.protection=transparent", "recovery.checkpoint.bytes=256 KiB");

    private final AtomicBoolean stops = new AtomicBoolean();
    private final AtomicInteger rounds = new AtomicInteger();

    @Test
    void shouldFindVariablesWhereTheyWere() throws Exception {
        try (CudaDriver cuda = Hira.connect(SERVERS.uri() + "?devices=1&vm=" + VM);
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            cuda.cuInit(0);
            long context = cuda.cuCtxCreate(0, 0);
            List<Future<?>> loading = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                loading.add(threads.submit(() -> load(cuda, context, thread)));
            }
            try {
                for (int i = 0; i < KILLS && await(loading); i++) {
                    SERVERS.restart(SERVERS.killServerOf(VM));
                }
                boolean ignored = await(loading);
            } finally {
                stops.set(true);
            }
            for (Future<?> each : loading) {
                each.get(60, TimeUnit.SECONDS);
            }
        }
    }

    /** Waits for some rounds; returns false when a thread has failed. */
    private boolean await(List<Future<?>> loading) {
        int count = rounds.get() + ROUNDS_BETWEEN;
        long deadline = System.nanoTime() + TwoServers.PATIENCE.toNanos();
        while (rounds.get() < count && !failed(loading) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(1_000_000);
        }
        return !failed(loading);
    }

    private static boolean failed(List<Future<?>> loading) {
        return loading.stream().anyMatch(Future::isDone);
    }

    private void load(CudaDriver cuda, long context, int thread) {
        Random random = new Random(SEED + thread);
        cuda.cuCtxSetCurrent(context);
        long stream = cuda.cuStreamCreate(1);
        long beside = cuda.cuStreamCreate(1);
        long out = cuda.cuMemAlloc(4);
        while (!stops.get()) {
            int size = 4 * (1 + random.nextInt(2_000));
            try (Arena arena = Arena.ofConfined()) {
                long module = cuda.cuModuleLoadData(arena.allocateFrom(program(size)));
                long cell = cuda.cuModuleGetGlobal(module, "cell").dptr();
                int value = random.nextInt();
                cuda.cuMemcpyHtoDAsync(cell, MemorySegment.ofArray(new int[] {value}), 4, stream);
                launch(cuda, cuda.cuModuleGetFunction(module, "get"), out, stream, arena);
                launch(
                        cuda,
                        cuda.cuModuleGetFunction(module, "spin"),
                        1 + random.nextInt(3_000_000),
                        random.nextBoolean() ? beside : stream,
                        arena);
                int[] got = new int[1];
                cuda.cuStreamSynchronize(stream);
                cuda.cuMemcpyDtoH(MemorySegment.ofArray(got), out, 4);
                assertThat(got[0]).as("seed %d, thread %d", SEED, thread).isEqualTo(value);
                cuda.cuModuleUnload(module);
            }
            rounds.incrementAndGet();
        }
    }

    private static String program(int filler) {
        return """
        .version 7.0
        .target sm_70
        .address_size 64
        .global .align 4 .b8 filler[%d];
        .global .align 4 .u32 cell;
        .visible .entry get(.param .u64 out) {
          .reg .b32 %%r<2>; .reg .b64 %%d<3>;
          ld.param.u64 %%d1, [out];
          mov.u64 %%d2, cell;
          ld.global.u32 %%r1, [%%d2];
          st.global.u32 [%%d1], %%r1;
          ret;
        }
        .visible .entry spin(.param .u64 turns) {
          .reg .pred %%p<2>; .reg .b64 %%d<3>;
          ld.param.u64 %%d1, [turns];
        again:
          sub.u64 %%d1, %%d1, 1;
          setp.ne.u64 %%p1, %%d1, 0;
          @%%p1 bra again;
          ret;
        }
        """
                .formatted(filler);
    }

    private static void launch(
            CudaDriver cuda, long kernel, long parameter, long stream, Arena arena) {
        MemorySegment parameters = arena.allocate(8, 8);
        parameters.set(ValueLayout.JAVA_LONG, 0, parameter);
        cuda.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, parameters);
    }
}
