package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.e2e.CountingKernel;
import dev.hira.guest.Hira;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Threads that launch kernels and host functions into one stream and wait for it, in a session
 * whose server is killed. Another server must put the repeated work in the same order.
 */
@Tag("thorough")
@Timeout(240)
final class SharedStreamTest {
    private static final int THREADS = 6;
    private static final int LAUNCHES = 600;
    private static final int LAUNCHES_BEFORE_KILL = 300;
    private static final int LAUNCHES_OF_FUNCTION = 10;
    private static final int LAUNCHES_OF_WAIT = 40;
    private static final String VM = "sharer";

    @RegisterExtension
    static final TwoServers SERVERS = TwoServers.with("policy.default.protection=transparent");

    private final CountDownLatch mayKill = new CountDownLatch(THREADS);

    @Test
    void shouldRepeatTheWorkOfAllThreadsInItsOrder() throws Exception {
        try (CudaDriver cuda = Hira.connect(SERVERS.uri() + "?devices=1&vm=" + VM);
                ExecutorService threads = Executors.newFixedThreadPool(THREADS);
                Arena arena = Arena.ofConfined()) {
            cuda.cuInit(0);
            long context = cuda.cuCtxCreate(0, 0);
            long cell = cuda.cuMemAlloc(4);
            cuda.cuMemsetD8(cell, 0, 4);
            long kernel =
                    cuda.cuModuleGetFunction(
                            cuda.cuModuleLoadData(arena.allocateFrom(CountingKernel.PTX)), "count");
            long stream = cuda.cuStreamCreate(1);
            List<Future<?>> calling = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                calling.add(
                        threads.submit(() -> {
                            cuda.cuCtxSetCurrent(context);
                            call(cuda, kernel, cell, stream);
                        }));
            }
            assertThat(mayKill.await(60, TimeUnit.SECONDS)).isTrue();
            SERVERS.restart(SERVERS.killServerOf(VM));
            for (Future<?> each : calling) {
                each.get(60, TimeUnit.SECONDS);
            }
            int[] count = new int[1];
            cuda.cuMemcpyDtoH(MemorySegment.ofArray(count), cell, 4);
            assertThat(count[0]).isEqualTo(THREADS * LAUNCHES);
        }
    }

    private void call(CudaDriver cuda, long kernel, long cell, long stream) {
        List<Long> called = new CopyOnWriteArrayList<>();
        List<Long> expected = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parameters = arena.allocate(8, 8);
            parameters.set(ValueLayout.JAVA_LONG, 0, cell);
            for (long i = 1; i <= LAUNCHES; i++) {
                cuda.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, parameters);
                if (i % LAUNCHES_OF_FUNCTION == 0) {
                    cuda.cuLaunchHostFunc(stream, called::add, i);
                    expected.add(i);
                }
                if (i % LAUNCHES_OF_WAIT == 0) {
                    cuda.cuStreamSynchronize(stream);
                    assertThat(called).isEqualTo(expected);
                }
                if (i == LAUNCHES_BEFORE_KILL) {
                    mayKill.countDown();
                }
            }
        }
    }
}
