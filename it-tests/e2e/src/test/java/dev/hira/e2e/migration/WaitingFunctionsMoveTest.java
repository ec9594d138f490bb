package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClDeviceType;
import dev.hira.api.opencl.ClExecutionStatus;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions of the program that have not begun when its session moves. */
@Tag("thorough")
@Timeout(300)
class WaitingFunctionsMoveTest {
    private static final int BLOCKS = 2_000_000;

    /** Each block takes 5 ms until the gate is open, so all of them take an hour. */
    private static final String PROGRAM =
            """
            .version 8.0
            .target sm_70
            .address_size 64
            .visible .entry long(.param .u64 gate) {
              .reg .b32 %r<2>; .reg .b64 %d<5>; .reg .pred %p<3>;
              ld.param.u64 %d1, [gate];
              mov.u64 %d2, %globaltimer;
            NEXT:
              ld.volatile.global.u32 %r1, [%d1];
              setp.ne.u32 %p2, %r1, 0;
              @%p2 ret;
              mov.u64 %d3, %globaltimer;
              sub.u64 %d4, %d3, %d2;
              setp.lt.u64 %p1, %d4, 5000000;
              @%p1 bra NEXT;
              ret;
            }
            """;

    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack = LocalStack.start(2, List.of("--devices", "2", "--profile", "small"), List.of());
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"&rings=off", ""})
    void shouldMoveALongKernelWithFunctionsBehindIt(String options) throws Exception {
        String vm = "behind" + options.length();
        List<Long> calls = Collections.synchronizedList(new ArrayList<>());
        try (CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + vm + options);
                Mover mover = new Mover(stack.adminUri(), vm)) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            byte[] text = (PROGRAM + "\0").getBytes(StandardCharsets.UTF_8);
            long module = cuda.cuModuleLoadData(MemorySegment.ofArray(text));
            long kernel = cuda.cuModuleGetFunction(module, "long");
            long gate = cuda.cuMemAlloc(4);
            cuda.cuMemsetD32(gate, 0, 1);
            long stream = cuda.cuStreamCreate(1);
            long other = cuda.cuStreamCreate(1);
            cuda.cuLaunchHostFunc(stream, calls::add, 1);
            launch(cuda, kernel, stream, gate);
            cuda.cuLaunchHostFunc(stream, calls::add, 2);
            cuda.cuStreamAddCallback(stream, (_, _, data) -> calls.add(data), 3, 0);
            mover.mustMove("server1/1");
            mover.mustMove("server0/1");
            assertThat(calls).doesNotContain(2L, 3L);
            cuda.cuMemsetD32Async(gate, 1, 1, other);
            cuda.cuStreamSynchronize(stream);
            assertThat(calls).containsExactly(1L, 2L, 3L);
        }
    }

    /**
     * A function that has begun waits for a call that the program can make while work stands still.
     */
    @ParameterizedTest
    @ValueSource(strings = {"&rings=off", ""})
    void shouldLetTheProgramEndWhatOnlyItCanEnd(String options) throws Exception {
        String vm = "ends" + options.length();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ends = new CountDownLatch(1);
        try (CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + vm + options);
                ExecutorService threads = Executors.newCachedThreadPool();
                Mover mover = new Mover(stack.adminUri(), vm)) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            long stream = cuda.cuStreamCreate(1);
            cuda.cuLaunchHostFunc(
                    stream,
                    _ -> {
                        begun.countDown();
                        awaitUninterrupted(ends);
                    },
                    0);
            cuda.cuStreamQuery(stream);
            begun.await();
            MigrateVmProgress kept = mover.move("server1/1");
            assertThat(kept.getStep()).isEqualTo(MigrationStep.MIGRATION_STEP_FAILED);
            assertThat(kept.getProblem())
                    .contains("a function of the program had not returned", "--hold");
            CountDownLatch resting = new CountDownLatch(1);
            Future<MigrateVmProgress> moved =
                    threads.submit(() ->
                            mover.move(
                                    MigrateVmRequest.newBuilder()
                                            .setTarget("server1/1")
                                            .setHold(seconds(100))
                                            .setLimit(seconds(100)),
                                    step -> {
                                        if (step == MigrationStep.MIGRATION_STEP_REST) {
                                            resting.countDown();
                                        }
                                    }));
            resting.await();
            assertThat(cuda.cuStreamQuery(stream)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
            ends.countDown();
            assertThat(moved.get(100, TimeUnit.SECONDS).getStep())
                    .isEqualTo(MigrationStep.MIGRATION_STEP_DONE);
            cuda.cuStreamSynchronize(stream);
        }
    }

    private static Duration seconds(long seconds) {
        return Duration.newBuilder().setSeconds(seconds).build();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private static void launch(CudaDriver cuda, long kernel, long stream, long gate) {
        byte[] packed = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(gate).array();
        cuda.cuLaunchKernel(
                kernel, BLOCKS, 1, 1, 1, 1, 1, 0, stream, MemorySegment.ofArray(packed));
    }

    /** The callback can only come after a call of the program, which waits for the move. */
    @Test
    void shouldMoveCallbacksBehindAnEventOfTheProgram() throws Exception {
        List<Integer> states = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch called = new CountDownLatch(3);
        try (OpenClDriver cl = Hira.connectOpenCl(stack.uri() + "?devices=1&vm=gated");
                Mover mover = new Mover(stack.adminUri(), "gated")) {
            long device =
                    cl.clGetDeviceIDs(
                                    cl.clGetPlatformIDs()[0],
                                    ClDeviceType.CL_DEVICE_TYPE_GPU.value())[0];
            long context = cl.clCreateContext(new long[0], new long[] {device});
            long queue = cl.clCreateCommandQueue(context, device, 0);
            long gate = cl.clCreateUserEvent(context);
            long broken = cl.clCreateUserEvent(context);
            long marker = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_MARKER);
            cl.clEnqueueMarkerWithWaitList(queue, new long[] {gate}, marker);
            int complete = ClExecutionStatus.CL_COMPLETE.value();
            for (long event : new long[] {marker, gate, broken}) {
                cl.clSetEventCallback(
                        event,
                        complete,
                        (_, state, _) -> {
                            states.add(state);
                            called.countDown();
                        },
                        0);
            }
            cl.clReleaseEvent(marker);
            cl.clFlush(queue);
            mover.mustMove("server1/1");
            mover.mustMove("server0/1");
            assertThat(states).isEmpty();
            cl.clSetUserEventStatus(gate, complete);
            cl.clSetUserEventStatus(broken, -77);
            assertThat(called.await(100, TimeUnit.SECONDS)).isTrue();
            assertThat(states).containsExactlyInAnyOrder(complete, complete, -77);
            cl.clFinish(queue);
        }
    }
}
