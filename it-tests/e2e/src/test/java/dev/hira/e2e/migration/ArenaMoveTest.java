package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.DrainServerRequest;
import dev.hira.admin.v1.UndrainServerRequest;
import dev.hira.admin.v1.VmState;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions with an arena at a server that cannot map it, and between it and one that can. */
@Tag("thorough")
@Timeout(300)
class ArenaMoveTest {
    private static final List<String> SMALL = List.of("--devices", "2", "--profile", "small");
    private static final List<String> TO_FAR_AND_BACK =
            List.of(FarServer.NAME + "/1", FarServer.NAME + "/0", "server0/1", "server0/0");
    private static final int MOVES = 12;

    /** More than one part of a copy from or to pinned memory. */
    private static final int LARGE = (17 << 20) + 12_345;

    private static final int SIZE = 300_000;

    /** Each block takes 5 ms. */
    private static final String SLOW =
            """
            .version 8.0
            .target sm_70
            .address_size 64
            .visible .entry slow() {
              .reg .b64 %d<4>; .reg .pred %p<2>;
              mov.u64 %d1, %globaltimer;
            NEXT:
              mov.u64 %d2, %globaltimer;
              sub.u64 %d3, %d2, %d1;
              setp.lt.u64 %p1, %d3, 5000000;
              @%p1 bra NEXT;
              ret;
            }
            """;

    private static final int BLOCKS = 200 * Runtime.getRuntime().availableProcessors();
    private static final AtomicInteger VMS = new AtomicInteger();

    private static FarServer far;
    private static LocalStack stack;

    @BeforeAll
    static void start() {
        far = FarServer.start(SMALL);
        stack = far.stack(1, SMALL, List.of("--set", "policy.default.protection=rebuild"));
    }

    @AfterAll
    static void stop() {
        stack.close();
        far.close();
    }

    /** Opens a session at the near server, so that it has an arena. */
    private static CudaDriver connect(String vm, String options) {
        FarServer.awaitReached(stack.adminUri(), "server0"); // a test may have restarted it
        try (AdminClient admin = AdminClient.connect(stack.adminUri())) {
            admin.always()
                    .drainServer(DrainServerRequest.newBuilder().setServer(FarServer.NAME).build())
                    .forEachRemaining(_ -> {});
            CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + vm + options);
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            var _ =
                    admin.always()
                            .undrainServer(
                                    UndrainServerRequest.newBuilder()
                                            .setServer(FarServer.NAME)
                                            .build());
            return cuda;
        }
    }

    private static String newVm() {
        return "arena" + VMS.incrementAndGet();
    }

    private static void slow(CudaDriver cuda, long stream) {
        byte[] text = (SLOW + "\0").getBytes(StandardCharsets.UTF_8);
        long module = cuda.cuModuleLoadData(MemorySegment.ofArray(text));
        long kernel = cuda.cuModuleGetFunction(module, "slow");
        byte[] none = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN).array();
        cuda.cuLaunchKernel(kernel, BLOCKS, 1, 1, 1, 1, 1, 0, stream, MemorySegment.ofArray(none));
    }

    private static void fill(MemorySegment memory, long seed) {
        byte[] data = new byte[(int) memory.byteSize()];
        new Random(seed).nextBytes(data);
        memory.copyFrom(MemorySegment.ofArray(data));
    }

    private static boolean hasArena(Mover mover) {
        return mover.sessions().getFirst().getSharedMemory();
    }

    private static void begin(Mover mover) {
        assertThat(mover.sessions().getFirst().getServer()).isEqualTo("server0");
        assertThat(hasArena(mover)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"&rings=off", ""})
    void shouldCopyBetweenPinnedBuffersWhileItMoves(String options) throws Exception {
        String vm = newVm();
        try (CudaDriver cuda = connect(vm, options);
                Mover mover = new Mover(stack.adminUri(), vm)) {
            begin(mover);
            Future<Integer> moves = mover.moveOn(TO_FAR_AND_BACK, MOVES);
            mover.stop(); // after so many moves
            long stream = cuda.cuStreamCreate(1);
            MemorySegment from = cuda.cuMemAllocHost(SIZE);
            MemorySegment between = cuda.cuMemAllocHost(SIZE);
            MemorySegment to = cuda.cuMemAllocHost(SIZE);
            long first = cuda.cuMemAlloc(SIZE);
            long second = cuda.cuMemAlloc(SIZE);
            int round = 0;
            do {
                fill(from, ++round);
                cuda.cuMemcpyHtoDAsync(first, from, SIZE, stream);
                cuda.cuMemcpyDtoHAsync(between, first, SIZE, stream);
                cuda.cuMemcpyHtoDAsync(second, between, SIZE, stream);
                cuda.cuMemcpyDtoHAsync(to, second, SIZE, stream);
                MemorySegment pageable = MemorySegment.ofArray(new byte[SIZE]);
                cuda.cuMemcpyDtoHAsync(pageable, second, SIZE, stream);
                cuda.cuStreamSynchronize(stream);
                assertThat(between.mismatch(from)).as("round %d", round).isEqualTo(-1);
                assertThat(to.mismatch(from)).as("round %d", round).isEqualTo(-1);
                assertThat(pageable.mismatch(from)).as("round %d", round).isEqualTo(-1);
                MemorySegment direct = MemorySegment.ofArray(new byte[SIZE]);
                cuda.cuMemcpyHtoD(first, pageable, SIZE);
                cuda.cuMemcpyDtoH(direct, first, SIZE);
                assertThat(direct.mismatch(from)).as("round %d", round).isEqualTo(-1);
            } while (!moves.isDone());
            assertThat(moves.get()).isEqualTo(MOVES);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"&rings=off", ""})
    void shouldMoveWithQueuedCopiesOfPinnedMemory(String options) {
        String vm = newVm();
        try (CudaDriver cuda = connect(vm, options);
                Mover mover = new Mover(stack.adminUri(), vm)) {
            begin(mover);
            for (String target : List.of(FarServer.NAME + "/0", FarServer.NAME + "/1", "server0")) {
                queuedCopies(cuda, () -> mover.mustMove(target));
            }
        }
    }

    /** Copies from pinned memory to pinned memory and on, with a step while all of it is queued. */
    private static void queuedCopies(CudaDriver cuda, Runnable step) {
        long stream = cuda.cuStreamCreate(1);
        MemorySegment from = cuda.cuMemAllocHost(LARGE);
        MemorySegment between = cuda.cuMemAllocHost(LARGE);
        MemorySegment to = cuda.cuMemAllocHost(LARGE);
        long first = cuda.cuMemAlloc(LARGE);
        long second = cuda.cuMemAlloc(LARGE);
        fill(from, 3);
        between.fill((byte) 1);
        to.fill((byte) 2);
        slow(cuda, stream);
        cuda.cuMemcpyHtoDAsync(first, from, LARGE, stream);
        cuda.cuMemcpyDtoHAsync(between, first, LARGE, stream);
        cuda.cuMemcpyHtoDAsync(second, between, LARGE, stream);
        cuda.cuMemcpyDtoHAsync(to, second, LARGE, stream);
        assertThat(cuda.cuStreamQuery(stream)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        step.run();
        assertThat(between.get(ValueLayout.JAVA_BYTE, LARGE - 1)).isIn((byte) 1, last(from));
        cuda.cuStreamSynchronize(stream);
        assertThat(between.mismatch(from)).isEqualTo(-1);
        assertThat(to.mismatch(from)).isEqualTo(-1);
        for (MemorySegment each : List.of(from, between, to)) {
            cuda.cuMemFreeHost(each);
        }
        cuda.cuMemFree(first);
        cuda.cuMemFree(second);
        cuda.cuStreamDestroy(stream);
    }

    private static byte last(MemorySegment memory) {
        return memory.get(ValueLayout.JAVA_BYTE, memory.byteSize() - 1);
    }

    @Test
    void shouldReadPinnedMemoryThatACallbackHasChanged() {
        String vm = newVm();
        try (CudaDriver cuda = connect(vm, "");
                Mover mover = new Mover(stack.adminUri(), vm)) {
            begin(mover);
            mover.mustMove(FarServer.NAME);
            long stream = cuda.cuStreamCreate(1);
            MemorySegment pinned = cuda.cuMemAllocHost(SIZE);
            MemorySegment expected = MemorySegment.ofArray(new byte[SIZE]);
            MemorySegment back = MemorySegment.ofArray(new byte[SIZE]);
            long memory = cuda.cuMemAlloc(SIZE);
            for (int round = 1; round <= 20; round++) {
                int seed = round;
                fill(expected, seed);
                cuda.cuLaunchHostFunc(stream, _ -> fill(pinned, seed), 0);
                cuda.cuMemcpyHtoDAsync(memory, pinned, SIZE, stream);
                cuda.cuMemcpyDtoHAsync(back, memory, SIZE, stream);
                cuda.cuStreamSynchronize(stream);
                assertThat(back.mismatch(expected)).as("round %d", round).isEqualTo(-1);
            }
        }
    }

    @Test
    void shouldSuspendAndResumeWhereTheArenaCannotBeMapped() {
        String vm = newVm();
        try (CudaDriver cuda = connect(vm, "");
                Mover mover = new Mover(stack.adminUri(), vm);
                Keeper keeper = new Keeper(stack.adminUri(), vm)) {
            begin(mover);
            for (String target : List.of(FarServer.NAME, "server0")) {
                MemorySegment pinned = cuda.cuMemAllocHost(LARGE);
                MemorySegment back = cuda.cuMemAllocHost(LARGE);
                long memory = cuda.cuMemAlloc(LARGE);
                fill(pinned, 8);
                cuda.cuMemcpyHtoDAsync(memory, pinned, LARGE, 0);
                keeper.mustSuspend();
                assertThat(keeper.resume(target).getState()).isEqualTo(VmState.VM_STATE_RUNNING);
                assertThat(mover.sessions().getFirst().getServer()).isEqualTo(target);
                cuda.cuMemcpyDtoHAsync(back, memory, LARGE, 0);
                cuda.cuStreamSynchronize(0);
                assertThat(back.mismatch(pinned)).isEqualTo(-1);
                cuda.cuMemFreeHost(pinned);
                cuda.cuMemFreeHost(back);
                cuda.cuMemFree(memory);
            }
        }
    }

    @Test
    void shouldBeRebuiltWhereTheArenaCannotBeMapped() {
        String vm = newVm();
        try (CudaDriver cuda = connect(vm, "");
                Mover mover = new Mover(stack.adminUri(), vm)) {
            begin(mover);
            MemorySegment pinned = cuda.cuMemAllocHost(SIZE);
            MemorySegment back = cuda.cuMemAllocHost(SIZE);
            long memory = cuda.cuMemAlloc(SIZE);
            stack.server(0).kill();
            assertThat(lossIsTold(cuda, back, memory)).isTrue();
            assertThat(mover.sessions().getFirst().getServer()).isEqualTo(FarServer.NAME);
            stack.restartServer(0);
            fill(pinned, 4);
            cuda.cuMemcpyHtoDAsync(memory, pinned, SIZE, 0);
            cuda.cuMemcpyDtoHAsync(back, memory, SIZE, 0);
            cuda.cuStreamSynchronize(0);
            assertThat(back.mismatch(pinned)).isEqualTo(-1);
            assertThat(hasArena(mover)).isTrue();
        }
    }

    private static boolean lossIsTold(CudaDriver cuda, MemorySegment back, long memory) {
        for (int call = 0; call < 1000; call++) {
            try {
                cuda.cuMemcpyDtoH(back, memory, SIZE);
            } catch (CudaException told) {
                return String.valueOf(told.getMessage()).contains("memory");
            }
        }
        return false;
    }
}
