package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.WorkListener;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.sim.SimProcess;
import dev.hira.sim.profile.Profiles;
import dev.hira.sim.work.LaneWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the work that calls cause and its device time. */
final class WorkTest extends KernelFixture {
    private static final String TEXT =
            """
            .visible .entry count(.param .u64 p, .param .u32 n) {
                .reg .pred %p<3>;
                .reg .b32 %r<9>;
                .reg .b64 %rd<9>;
                ld.param.u64 %rd1, [p];
                ld.param.u32 %r2, [n];
                cvta.to.global.u64 %rd2, %rd1;
                mov.u32 %r1, 0;
            AGAIN:
                ld.volatile.global.u32 %r3, [%rd2];
                add.u32 %r1, %r1, 1;
                setp.lt.u32 %p1, %r1, %r2;
                @%p1 bra AGAIN;
                st.global.u32 [%rd2], %r1;
                ret;
            }
            .visible .entry stray(.param .u64 p) {
                .reg .b64 %rd<9>;
                mov.u64 %rd1, 8;
                st.global.u32 [%rd1], 2;
                ret;
            }
            """;

    private final Told told = new Told();
    private SimProcess process;
    private CudaDriver driver;
    private LaneWork work;
    private long cell;

    /** The reports, by call. */
    private static final class Told implements WorkListener {
        final Map<Long, Long> nanos = new ConcurrentHashMap<>();
        final List<Long> twice = new ArrayList<>();
        final List<String> codes = new ArrayList<>();
        final List<String> overruns = new ArrayList<>();

        @Override
        public synchronized void ended(long call, int device, long took) {
            if (nanos.put(call, took) != null) {
                twice.add(call);
            }
        }

        @Override
        public synchronized void identified(long name, int device, long code, String kernel) {
            codes.add(kernel + " " + code);
        }

        @Override
        public synchronized void overran(long call, int device, String kernel, long took) {
            overruns.add(kernel + " of call " + call);
        }
    }

    @BeforeEach
    void openProcess() {
        process = host.open();
        process.watch(told);
        driver = process.lane(1);
        work = process.work(1);
        driver.cuInit(0);
        driver.cuCtxCreate(0, 0);
        cell = driver.cuMemAlloc(4096);
    }

    private long measured(long call, Runnable made) {
        work.begin(told, call);
        try {
            made.run();
        } catch (CudaException failed) {
            assertThat(failed.error()).isNotNull();
        }
        return work.end();
    }

    private long function(String name) {
        return driver.cuModuleGetFunction(driver.cuModuleLoadData(image(HEAD + TEXT)), name);
    }

    private Runnable launch(long kernel, long stream, int n) {
        return () -> driver.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, packed(cell, n));
    }

    @Test
    void shouldMeasureWorkThatIsDoneAtOnce() {
        assertThat(measured(1, () -> driver.cuMemsetD8(cell, 1, 4096))).isPositive();
        assertThat(measured(2, () -> driver.cuMemsetD8(cell, 1, 0))).isZero();
        assertThat(measured(3, () -> driver.cuMemsetD8(cell + 8192, 1, 1))).isZero();
        assertThat(told.nanos).isEmpty();
    }

    @Test
    void shouldReportAKernelWhenItHasEnded() {
        long kernel = function("count");
        assertThat(measured(1, launch(kernel, 0, 10_000))).isEqualTo(LaneWork.UNDER_WAY);
        driver.cuCtxSynchronize();
        assertThat(told.nanos).containsOnlyKeys(1L);
        assertThat(told.nanos.get(1L)).isPositive();
    }

    @Test
    void shouldCountShortWorkWithTheTimeThatADeviceNeedsToBeginIt() {
        long least = Profiles.SMALL.costs().least();
        assertThat(least).isEqualTo(5_000);
        long kernel = function("count");
        CountDownLatch release = holdOwn(1);
        measured(1, launch(kernel, 1, 0));
        measured(2, () -> driver.cuMemsetD8Async(cell, 1, 1, 1));
        measured(3, () -> driver.cuMemcpyDtoDAsync(cell, cell + 8, 1, 1));
        release.countDown();
        driver.cuCtxSynchronize();
        assertThat(told.nanos).containsOnlyKeys(1L, 2L, 3L);
        assertThat(told.nanos.values())
                .allSatisfy(took -> assertThat(took).isGreaterThanOrEqualTo(least));
    }

    @Test
    void shouldNotReportWorkWhileItsCallMaySubmitMore() {
        CountDownLatch release = holdOwn(1);
        work.begin(told, 1);
        driver.cuMemsetD8Async(cell, 1, 16, 1);
        release.countDown();
        driver.cuCtxSynchronize();
        assertThat(told.nanos).isEmpty();
        driver.cuMemsetD8Async(cell, 1, 16, 1);
        assertThat(work.end()).isEqualTo(LaneWork.UNDER_WAY);
        assertThat(told.nanos).containsOnlyKeys(1L);
    }

    @Test
    void shouldChargeAKernelForItsShareOfTheSeatsOnly() {
        long kernel = function("count");
        launch(kernel, 0, 10).run();
        driver.cuCtxSynchronize();
        long begin = System.nanoTime();
        measured(1, launch(kernel, 0, 2_000_000));
        driver.cuCtxSynchronize();
        long passed = System.nanoTime() - begin;
        int seats = Runtime.getRuntime().availableProcessors();
        assertThat(told.nanos.get(1L)).isPositive().isLessThanOrEqualTo(passed / seats);
    }

    @Test
    void shouldEndTheWorkOfAPoisonedContextAtOnce() {
        long stray = function("stray");
        long kernel = function("count");
        CountDownLatch release = holdOwn(1);
        measured(1, launch(stray, 1, 0));
        measured(2, launch(kernel, 1, 1000));
        measured(3, () -> driver.cuMemsetD8Async(cell, 1, 16, 1));
        release.countDown();
        shouldFail(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, () -> driver.cuCtxSynchronize());
        assertThat(measured(4, launch(kernel, 1, 1000))).isZero();
        assertThat(told.nanos).containsOnlyKeys(1L, 2L, 3L);
        assertThat(told.nanos).containsEntry(2L, 0L).containsEntry(3L, 0L);
    }

    @Test
    void shouldEndTheWorkOfAStreamThatIsDestroyed() {
        long kernel = function("count");
        long stream = driver.cuStreamCreate(1);
        CountDownLatch release = holdOwn(stream);
        measured(1, launch(kernel, stream, 100));
        driver.cuStreamDestroy(stream);
        assertThat(told.nanos).isEmpty();
        release.countDown();
        driver.cuCtxSynchronize();
        assertThat(told.nanos).containsOnlyKeys(1L);
    }

    @Test
    void shouldEndAllWorkOfAProcessThatIsClosed() {
        long kernel = function("count");
        CountDownLatch release = holdOwn(1);
        for (int call = 1; call <= 50; call++) {
            measured(call, launch(kernel, 1, 100));
        }
        Thread closing = Thread.ofPlatform().start(process::close);
        release.countDown();
        join(closing);
        assertThat(told.nanos).hasSize(50);
        assertThat(told.twice).isEmpty();
    }

    @Test
    void shouldReportTheKernelThatTheLimitOfTheProcessStopped() {
        process.limitKernels(TimeUnit.MILLISECONDS.toNanos(30));
        long kernel = function("count");
        measured(7, launch(kernel, 0, -1));
        shouldFail(CUresult.CUDA_ERROR_LAUNCH_TIMEOUT, () -> driver.cuCtxSynchronize());
        assertThat(told.overruns).containsExactly("count of call 7");
        assertThat(told.nanos).containsOnlyKeys(7L);
    }

    @Test
    void shouldGiveTheSameKernelOfTheSameTextTheSameCode() {
        function("count");
        function("stray");
        function("count");
        driver.cuModuleGetFunction(
                driver.cuModuleLoadData(image(HEAD + TEXT + "// another")), "count");
        assertThat(told.codes).hasSize(4);
        assertThat(told.codes.get(2)).isEqualTo(told.codes.get(0));
        assertThat(told.codes.stream().distinct()).hasSize(3);
    }

    /** Blocks one of the driver's own streams. */
    private CountDownLatch holdOwn(long stream) {
        CountDownLatch held = new CountDownLatch(1);
        driver.cuLaunchHostFunc(stream, _ -> awaitLatch(held), 0);
        return held;
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(120_000);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        assertThat(thread.isAlive()).isFalse();
    }
}
