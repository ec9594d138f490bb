package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels that run when their session moves, and work and threads that wait for them. */
@Tag("thorough")
@Timeout(300)
class LongKernelMoveTest {
    private static final List<String> BACK_AND_FORTH = List.of("server1/1", "server0/0");
    private static final int BLOCKS = 250 * Runtime.getRuntime().availableProcessors();

    /**
     * Each block of slow takes 5 ms; each of gated says behind the gate that it runs, and takes
     * until the gate is open.
     */
    private static final String PROGRAM =
            """
            .version 8.0
            .target sm_70
            .address_size 64
            .visible .entry slow(.param .u64 out) {
              .reg .b32 %r<8>; .reg .b64 %d<8>; .reg .pred %p<3>;
              ld.param.u64 %d1, [out];
              mov.u64 %d2, %globaltimer;
            NEXT:
              mov.u64 %d3, %globaltimer;
              sub.u64 %d4, %d3, %d2;
              setp.lt.u64 %p1, %d4, 5000000;
              @%p1 bra NEXT;
              mov.u32 %r1, %ctaid.x;
              mul.wide.u32 %d5, %r1, 4;
              add.s64 %d6, %d1, %d5;
              ld.global.u32 %r2, [%d6];
              mad.lo.u32 %r2, %r2, 31, %r1;
              st.global.u32 [%d6], %r2;
              ret;
            }
            .visible .entry gated(.param .u64 gate) {
              .reg .b32 %r<2>; .reg .b64 %d<2>; .reg .pred %p<2>;
              ld.param.u64 %d1, [gate];
              st.volatile.global.u32 [%d1+4], 1;
            NEXT:
              ld.volatile.global.u32 %r1, [%d1];
              setp.eq.u32 %p1, %r1, 0;
              @%p1 bra NEXT;
              ret;
            }
            """;

    private static final AtomicInteger VMS = new AtomicInteger();

    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack = LocalStack.start(2, List.of("--devices", "2", "--profile", "small"), List.of());
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    private static long kernel(CudaDriver cuda, String name) {
        byte[] text = (PROGRAM + "\0").getBytes(StandardCharsets.UTF_8);
        return cuda.cuModuleGetFunction(cuda.cuModuleLoadData(MemorySegment.ofArray(text)), name);
    }

    private static void launch(CudaDriver cuda, long kernel, int blocks, long stream, long value) {
        byte[] packed =
                ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
        cuda.cuLaunchKernel(
                kernel, blocks, 1, 1, 1, 1, 1, 0, stream, MemorySegment.ofArray(packed));
    }

    @ParameterizedTest
    @ValueSource(strings = {"&memory=off&rings=off", "&rings=off", ""})
    void shouldGoOnBetweenTwoBlocksAtTheOtherServer(String options) throws Exception {
        String vm = "long" + VMS.incrementAndGet();
        try (CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + vm + options);
                Mover mover = new Mover(stack.adminUri(), vm);
                ExecutorService threads = Executors.newCachedThreadPool()) {
            cuda.cuInit(0);
            long context = cuda.cuCtxCreate(0, 0);
            long slow = kernel(cuda, "slow");
            long stream = cuda.cuStreamCreate(0);
            long out = cuda.cuMemAlloc(4L * BLOCKS);
            cuda.cuMemsetD32(out, 1, BLOCKS);
            long start = cuda.cuEventCreate(0);
            long end = cuda.cuEventCreate(0);
            MemorySegment late = MemorySegment.ofArray(new byte[4 * BLOCKS]);
            MemorySegment direct = MemorySegment.ofArray(new byte[4 * BLOCKS]);
            cuda.cuEventRecord(start, stream);
            launch(cuda, slow, BLOCKS, stream, out);
            cuda.cuMemcpyDtoHAsync(late, out, 4L * BLOCKS, stream);
            cuda.cuMemsetD32Async(out, 7, 10, stream);
            cuda.cuEventRecord(end, stream);
            Future<?> event =
                    threads.submit(() -> {
                        cuda.cuCtxSetCurrent(context);
                        cuda.cuEventSynchronize(end);
                    });
            Future<?> copy =
                    threads.submit(() -> {
                        cuda.cuCtxSetCurrent(context);
                        cuda.cuMemcpyDtoH(direct, out, 4L * BLOCKS); // after the blocking stream
                    });
            Future<Integer> moves =
                    threads.submit(() -> {
                        int done = 0;
                        cuda.cuCtxSetCurrent(context);
                        do {
                            mover.mustMove(BACK_AND_FORTH.get(done % 2));
                            done++;
                        } while (done < 4
                                && cuda.cuStreamQuery(stream) == CUresult.CUDA_ERROR_NOT_READY);
                        return done;
                    });
            cuda.cuStreamSynchronize(stream);
            event.get(100, TimeUnit.SECONDS);
            copy.get(100, TimeUnit.SECONDS);
            assertThat(moves.get(100, TimeUnit.SECONDS)).isPositive();
            for (int i = 0; i < BLOCKS; i++) {
                int expected = 31 + i;
                assertThat(late.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i)).isEqualTo(expected);
                assertThat(direct.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i))
                        .isEqualTo(i < 10 ? 7 : expected);
            }
            assertThat(cuda.cuEventElapsedTime(start, end)).isGreaterThan(1000f);
        }
    }

    /** Waits until a block of gated runs: a kernel that has not begun moves at once. */
    private static void awaitBegin(CudaDriver cuda, long gate, long stream) {
        int[] runs = new int[1];
        while (runs[0] == 0) {
            cuda.cuMemcpyDtoHAsync(MemorySegment.ofArray(runs), gate + 4, 4, stream);
            cuda.cuStreamSynchronize(stream);
        }
    }

    @Test
    void shouldStayWhereItIsWhenABlockOutlastsTheLimit() throws Exception {
        String vm = "endless" + VMS.incrementAndGet();
        try (CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + vm);
                Mover mover = new Mover(stack.adminUri(), vm)) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            long gated = kernel(cuda, "gated");
            long running = cuda.cuStreamCreate(1);
            long other = cuda.cuStreamCreate(1);
            long gate = cuda.cuMemAlloc(8);
            cuda.cuMemsetD32(gate, 0, 2);
            launch(cuda, gated, 100, running, gate);
            awaitBegin(cuda, gate, other);
            MigrateVmProgress last = mover.move("server1/1", Duration.ofMillis(300));
            MigrateVmProgress again = mover.move("server0/1", Duration.ofMillis(300));
            assertThat(last.getStep()).isEqualTo(MigrationStep.MIGRATION_STEP_FAILED);
            assertThat(again.getStep()).isEqualTo(MigrationStep.MIGRATION_STEP_FAILED);
            assertThat(last.getProblem()).containsAnyOf("had not ended", "time limit");
            assertThat(cuda.cuStreamQuery(running)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
            cuda.cuMemsetD32Async(gate, 1, 1, other);
            cuda.cuStreamSynchronize(running);
            mover.mustMove("server1/1");
            mover.mustMove("server0/0");
        }
    }
}
