package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.SessionProtection;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import dev.hira.e2e.CountingKernel;
import dev.hira.e2e.migration.Mover;
import dev.hira.guest.Hira;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An API server is killed under sessions that another one restores from their last checkpoint, and
 * whose commands since then it repeats. Checkpoints are made all the time.
 */
@Tag("thorough")
@Timeout(120)
class TransparentTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final long SEED = 20;
    private static final int BYTES = 128 << 10;

    private LocalStack stack;
    private CudaDriver cuda;
    private long kernel;
    private long cell;

    @BeforeEach
    void start() {
        stack =
                LocalStack.start(
                        2,
                        List.of("--devices", "1", "--profile", "small"),
                        List.of(
                                "--set",
                                "policy.default.protection=transparent",
                                "--set",
                                "recovery.log=256 KiB",
                                "--set",
                                "recovery.checkpoint.bytes=4 KiB"));
        cuda = Hira.connect(stack.uri() + "?devices=1&vm=guest");
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        cell = cuda.cuMemAlloc(4);
        cuda.cuMemsetD8(cell, 0, 4);
        try (Arena arena = Arena.ofConfined()) {
            kernel =
                    cuda.cuModuleGetFunction(
                            cuda.cuModuleLoadData(arena.allocateFrom(CountingKernel.PTX)), "count");
        }
    }

    @AfterEach
    void stop() {
        cuda.close();
        stack.close();
    }

    private void launch(long stream) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parameters = arena.allocate(8, 8);
            parameters.set(ValueLayout.JAVA_LONG, 0, cell);
            cuda.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, parameters);
        }
    }

    private int counted() {
        int[] number = new int[1];
        cuda.cuMemcpyDtoH(MemorySegment.ofArray(number), cell, 4);
        return number[0];
    }

    /** Kills the session's server and starts it anew. */
    private void kill() {
        try (Mover mover = new Mover(stack.adminUri(), "guest")) {
            int number = mover.sessions().getFirst().getServer().equals("server0") ? 0 : 1;
            HiraProcess process = stack.server(number);
            process.kill();
            process.awaitExit(PATIENCE);
            stack.restartServer(number);
        }
    }

    @Test
    void shouldCountEachLaunchAndCallEachCallbackOnce() {
        long first = cuda.cuStreamCreate(1);
        long second = cuda.cuStreamCreate(1);
        List<Long> ofFirst = Collections.synchronizedList(new ArrayList<>());
        List<Long> ofSecond = Collections.synchronizedList(new ArrayList<>());
        List<Long> expected = new ArrayList<>();
        for (long i = 0; i < 60; i++) {
            expected.add(i);
            launch(first);
            launch(second);
            cuda.cuLaunchHostFunc(first, ofFirst::add, i);
            cuda.cuLaunchHostFunc(second, ofSecond::add, i);
            if (i % 20 == 5) {
                kill();
            }
            if (i % 20 == 8) {
                cuda.cuStreamSynchronize(first);
                cuda.cuStreamSynchronize(second);
                assertThat(counted()).isEqualTo(2 * (int) (i + 1));
            }
        }
        cuda.cuCtxSynchronize();
        assertThat(counted()).isEqualTo(120);
        assertThat(ofFirst).isEqualTo(expected);
        assertThat(ofSecond).isEqualTo(expected);
    }

    @Test
    void shouldOutliveItsServerAfterManyTimesTheLogsSize() {
        byte[] content = new byte[BYTES];
        long memory = cuda.cuMemAlloc(BYTES);
        Random random = new Random(SEED);
        for (int i = 1; i <= 120; i++) {
            random.nextBytes(content);
            cuda.cuMemcpyHtoD(memory, MemorySegment.ofArray(content), BYTES);
            launch(0);
            if (i % 40 == 15) {
                kill();
            }
            if (i % 40 == 16 || i == 120) {
                byte[] back = new byte[BYTES];
                cuda.cuMemcpyDtoH(MemorySegment.ofArray(back), memory, BYTES);
                assertThat(back).isEqualTo(content);
                assertThat(counted()).isEqualTo(i);
            }
        }
        SessionProtection protection = protection();
        assertThat(protection.getRepeatable()).as(protection.getProblem()).isTrue();
        assertThat(protection.hasCheckpointAge()).isTrue();
        assertThat(protection.getLogBytes()).isLessThan(512 << 10);
    }

    private SessionProtection protection() {
        try (AdminClient admin = AdminClient.connect(stack.adminUri())) {
            return admin.always()
                    .getVm(GetVmRequest.newBuilder().setVm("guest").build())
                    .getProtections(0);
        }
    }

    @Test
    void shouldAnswerACallbackThatRunsWhileTheServerDies() throws InterruptedException {
        long stream = cuda.cuStreamCreate(1);
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch mayReturn = new CountDownLatch(1);
        List<Long> called = Collections.synchronizedList(new ArrayList<>());
        cuda.cuLaunchHostFunc(
                stream,
                value -> {
                    called.add(value);
                    running.countDown();
                    try {
                        mayReturn.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                },
                1);
        launch(stream);
        cuda.cuStreamQuery(stream); // sends it
        running.await();
        kill();
        cuda.cuStreamQuery(stream);
        mayReturn.countDown();
        cuda.cuStreamSynchronize(stream);
        assertThat(called).containsExactly(1L);
        assertThat(counted()).isEqualTo(1);
    }
}
