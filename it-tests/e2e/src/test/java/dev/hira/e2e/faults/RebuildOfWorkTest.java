package dev.hira.e2e.faults;

import static dev.hira.e2e.faults.ProtectedGuest.BYTES;
import static dev.hira.e2e.faults.ProtectedGuest.assertTold;
import static dev.hira.e2e.faults.ProtectedGuest.caught;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An API server is killed under work that runs, that is queued, and that threads wait for. */
@Tag("thorough")
@Timeout(60)
final class RebuildOfWorkTest {
    @RegisterExtension
    static final TwoServers servers = TwoServers.with("policy.default.protection=rebuild");

    @ParameterizedTest
    @ValueSource(strings = {"&memory=off&rings=off", ""})
    void shouldReleaseThreadsThatWaitAndSayWhy(String options) throws Exception {
        try (ProtectedGuest guest = new ProtectedGuest(servers, options);
                ExecutorService threads = Executors.newFixedThreadPool(3)) {
            long context = guest.cuda.cuCtxGetCurrent();
            long wait = guest.cuda.cuModuleGetFunction(guest.load(), "wait");
            long stream = guest.cuda.cuStreamCreate(1);
            guest.launch(wait, 1, stream); // one is enough: the gate would not let many go
            assertThat(guest.cuda.cuStreamQuery(stream)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
            List<Future<CudaException>> waiting = new ArrayList<>();
            CountDownLatch under = new CountDownLatch(3);
            for (int i = 0; i < 3; i++) {
                waiting.add(
                        threads.submit(() -> {
                            guest.cuda.cuCtxSetCurrent(context);
                            under.countDown();
                            return caught(() -> guest.cuda.cuStreamSynchronize(stream));
                        }));
            }
            assertThat(under.await(120, TimeUnit.SECONDS)).isTrue();
            int dead = guest.killServer();
            for (Future<CudaException> each : waiting) {
                assertTold(each.get(120, TimeUnit.SECONDS), dead);
            }
            guest.learns(dead);
            // Each thread was told once; now it goes on.
            assertThat(
                            threads.submit(
                                            () -> {
                                                guest.cuda.cuCtxSetCurrent(context);
                                                return guest.content();
                                            })
                                    .get(120, TimeUnit.SECONDS))
                    .containsOnly((byte) 0);
            servers.restart(dead);
        }
        servers.awaitNoSession();
    }

    @ParameterizedTest
    @ValueSource(strings = {"&memory=off&rings=off", "&rings=off", ""})
    void shouldDropQueuedWorkAndItsLateOutputs(String options) {
        try (ProtectedGuest guest = new ProtectedGuest(servers, options)) {
            long wait = guest.cuda.cuModuleGetFunction(guest.load(), "wait");
            long stream = guest.cuda.cuStreamCreate(1);
            AtomicInteger called = new AtomicInteger();
            MemorySegment late = MemorySegment.ofArray(new byte[BYTES]);
            for (int round = 0; round < 3; round++) {
                guest.launch(wait, 1, stream);
                long fresh = guest.cuda.cuMemAllocAsync(BYTES, stream);
                for (int i = 0; i < 50; i++) {
                    guest.cuda.cuMemcpyDtoHAsync(late, guest.memory, BYTES, stream);
                    guest.cuda.cuLaunchHostFunc(stream, _ -> called.incrementAndGet(), 0);
                }
                int dead = guest.killServer();
                // Nothing of this may reach the empty memory.
                guest.cuda.cuMemsetD8Async(guest.memory, 7, BYTES, stream);
                guest.learns(dead);
                assertThat(guest.content()).containsOnly((byte) 0);
                guest.cuda.cuMemcpyDtoHAsync(late, fresh, BYTES, stream);
                guest.cuda.cuMemFreeAsync(fresh, stream);
                guest.cuda.cuStreamSynchronize(stream);
                assertThat(late.toArray(ValueLayout.JAVA_BYTE)).containsOnly((byte) 0);
                assertThat(called).hasValue(0);
                servers.restart(dead);
            }
        }
        servers.awaitNoSession();
    }

    @Test
    void shouldGoOnWhenACallbackOfTheDeadServerReturns() throws Exception {
        try (ProtectedGuest guest = new ProtectedGuest(servers, "")) {
            long stream = guest.cuda.cuStreamCreate(1);
            CountDownLatch running = new CountDownLatch(1);
            CountDownLatch mayReturn = new CountDownLatch(1);
            List<Long> calls = new ArrayList<>();
            guest.cuda.cuLaunchHostFunc(
                    stream,
                    value -> {
                        running.countDown();
                        awaitOpen(mayReturn);
                        calls.add(value);
                    },
                    1);
            guest.cuda.cuStreamQuery(stream); // sends it
            awaitOpen(running);
            int dead = guest.killServer();
            guest.learns(dead);
            guest.cuda.cuLaunchHostFunc(stream, calls::add, 2);
            guest.cuda.cuStreamQuery(stream);
            mayReturn.countDown();
            guest.cuda.cuStreamSynchronize(stream);
            assertThat(calls).containsExactly(1L, 2L);
            servers.restart(dead);
        }
        servers.awaitNoSession();
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
