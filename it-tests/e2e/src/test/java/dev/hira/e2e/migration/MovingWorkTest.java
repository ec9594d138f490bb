package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work that is under way when its session moves: host functions, late outputs, several threads. */
@Tag("thorough")
class MovingWorkTest {
    private static final List<String> BACK_AND_FORTH = List.of("server1/1", "server0/0");
    private static final int MOVES = 10;
    private static final int SIZE = 100_000;

    private static final AtomicInteger VMS = new AtomicInteger();

    private static LocalStack stack;

    /** Some rounds of calls of one guest. */
    private interface Work {
        void round(CudaDriver cuda, int round);
    }

    @BeforeAll
    static void start() {
        stack = LocalStack.start(2, List.of("--devices", "2", "--profile", "small"), List.of());
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    /** Repeats work until the VM has moved often enough. */
    private static void whileItMoves(String options, Work work) throws Exception {
        String vm = "worker" + VMS.incrementAndGet();
        try (CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + vm + options);
                Mover mover = new Mover(stack.adminUri(), vm)) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            Future<Integer> moves = mover.moveOn(BACK_AND_FORTH, MOVES);
            mover.stop(); // after so many moves
            int round = 0;
            do {
                work.round(cuda, round++);
            } while (!moves.isDone());
            assertThat(moves.get()).isEqualTo(MOVES);
            work.round(cuda, round);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"&rings=off", ""})
    void shouldCallHostFunctionsOnceAndInOrder(String options) throws Exception {
        whileItMoves(
                options,
                (cuda, round) -> {
                    long stream = cuda.cuStreamCreate(1);
                    List<Long> calls = new ArrayList<>();
                    for (long i = 0; i < 60; i += 3) {
                        cuda.cuLaunchHostFunc(stream, calls::add, i);
                        cuda.cuStreamAddCallback(
                                stream,
                                (which, status, data) -> {
                                    assertThat(status).isEqualTo(CUresult.CUDA_SUCCESS);
                                    calls.add(data);
                                },
                                i + 1,
                                0);
                        cuda.cuLaunchHostFunc(stream, calls::add, i + 2);
                    }
                    cuda.cuStreamSynchronize(stream);
                    cuda.cuStreamDestroy(stream);
                    assertThat(calls).as("round %d", round).hasSize(60).isSorted();
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"&memory=off&rings=off", "&rings=off", ""})
    void shouldBringLateOutputsBack(String options) throws Exception {
        whileItMoves(
                options,
                (cuda, round) -> {
                    long stream = cuda.cuStreamCreate(1);
                    long memory = cuda.cuMemAlloc(SIZE);
                    List<MemorySegment> outputs = new ArrayList<>();
                    for (int i = 0; i < 20; i++) {
                        MemorySegment output = MemorySegment.ofArray(new byte[SIZE]);
                        cuda.cuMemsetD8Async(memory, (round + i) & 0xFF, SIZE, stream);
                        cuda.cuMemcpyDtoHAsync(output, memory, SIZE, stream);
                        outputs.add(output);
                    }
                    cuda.cuStreamSynchronize(stream);
                    for (int i = 0; i < 20; i++) {
                        assertThat(outputs.get(i).toArray(ValueLayout.JAVA_BYTE))
                                .as("round %d, output %d", round, i)
                                .containsOnly((byte) (round + i));
                    }
                    cuda.cuMemFree(memory);
                    cuda.cuStreamDestroy(stream);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"&rings=off", ""})
    void shouldServeTwoThreadsWithTheirOwnStreams(String options) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            whileItMoves(
                    options,
                    (cuda, round) -> {
                        long context = cuda.cuCtxGetCurrent();
                        List<Future<?>> both = new ArrayList<>();
                        for (int thread = 0; thread < 2; thread++) {
                            long seed = round * 2L + thread;
                            both.add(threads.submit(() -> roundTrips(cuda, context, seed)));
                        }
                        both.forEach(MovingWorkTest::join);
                    });
        }
    }

    private static void roundTrips(CudaDriver cuda, long context, long seed) {
        cuda.cuCtxSetCurrent(context);
        long stream = cuda.cuStreamCreate(1);
        for (int i = 0; i < 10; i++) {
            MemorySegment data = random(seed * 10 + i);
            MemorySegment back = MemorySegment.ofArray(new byte[SIZE]);
            long memory = cuda.cuMemAlloc(SIZE);
            cuda.cuMemcpyHtoDAsync(memory, data, SIZE, stream);
            cuda.cuMemcpyDtoHAsync(back, memory, SIZE, stream);
            cuda.cuStreamSynchronize(stream);
            assertThat(back.mismatch(data)).as("seed %d, copy %d", seed, i).isEqualTo(-1);
            cuda.cuMemFree(memory);
        }
        cuda.cuStreamDestroy(stream);
    }

    @ParameterizedTest
    @ValueSource(strings = {"&rings=off", "&rings=on"})
    void shouldCopyFromAndToPinnedMemoryInTheArena(String options) throws Exception {
        whileItMoves(
                options,
                (cuda, round) -> {
                    long stream = cuda.cuStreamCreate(1);
                    MemorySegment from = cuda.cuMemAllocHost(SIZE);
                    MemorySegment to = cuda.cuMemAllocHost(SIZE);
                    long memory = cuda.cuMemAlloc(SIZE);
                    for (int i = 0; i < 10; i++) {
                        from.copyFrom(random(round * 10L + i));
                        cuda.cuMemcpyHtoDAsync(memory, from, SIZE, stream);
                        cuda.cuMemcpyDtoHAsync(to, memory, SIZE, stream);
                        cuda.cuStreamSynchronize(stream);
                        assertThat(to.mismatch(from)).as("round %d", round).isEqualTo(-1);
                    }
                    cuda.cuMemFreeHost(from);
                    cuda.cuMemFreeHost(to);
                    cuda.cuMemFree(memory);
                    cuda.cuStreamDestroy(stream);
                });
    }

    private static MemorySegment random(long seed) {
        byte[] data = new byte[SIZE];
        new Random(seed).nextBytes(data);
        return MemorySegment.ofArray(data);
    }

    private static void join(Future<?> work) {
        try {
            work.get(120, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("a thread of the guest failed", e);
        }
    }
}
