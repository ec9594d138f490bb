package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A session without shared memory uploads what a function of the program has written just before.
 * The guest library makes such uploads in functions of its own, which make calls: a session comes
 * to rest all the same.
 */
@Tag("thorough")
@Timeout(300)
final class QueuedUploadsMoveTest {
    private static final int BYTES = 4096;
    private static final int TIMES = 8;

    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack = LocalStack.start(2, List.of("--devices", "1", "--profile", "small"), List.of());
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    @FunctionalInterface
    private interface Disturbance {
        void run(int round) throws Exception;
    }

    @Test
    void shouldMove() throws Exception {
        try (Mover mover = new Mover(stack.adminUri(), "moved")) {
            disturb(
                    "moved",
                    round -> {
                        if (round == 0) {
                            mover.move("server0"); // fails if the VM is there
                        } else {
                            mover.mustMove("server" + round % 2);
                        }
                    });
        }
    }

    @Test
    void shouldBeSuspended() throws Exception {
        try (Keeper keeper = new Keeper(stack.adminUri(), "suspended")) {
            disturb(
                    "suspended",
                    round -> {
                        keeper.mustSuspend();
                        keeper.resume("server" + round % 2);
                    });
        }
    }

    private static void disturb(String vm, Disturbance disturbance) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService thread = Executors.newSingleThreadExecutor();
                CudaDriver cuda =
                        Hira.connect(stack.uri() + "?devices=1&memory=off&rings=off&vm=" + vm)) {
            cuda.cuInit(0);
            long context = cuda.cuCtxCreate(0, 0);
            Future<Integer> rounds =
                    thread.submit(() -> {
                        cuda.cuCtxSetCurrent(context);
                        return upload(cuda, over);
                    });
            try {
                for (int i = 0; i < TIMES; i++) {
                    disturbance.run(i);
                }
            } finally {
                over.set(true);
            }
            assertThat(rounds.get(100, TimeUnit.SECONDS)).isPositive();
        }
    }

    /** Uploads different bytes until it is over; returns how many times. */
    private static int upload(CudaDriver cuda, AtomicBoolean over) {
        long stream = cuda.cuStreamCreate(1);
        long memory = cuda.cuMemAlloc(BYTES);
        MemorySegment pinned = cuda.cuMemAllocHost(BYTES);
        MemorySegment back = MemorySegment.ofArray(new byte[BYTES]);
        int round = 0;
        while (!over.get()) {
            byte value = (byte) ++round;
            cuda.cuLaunchHostFunc(stream, _ -> pinned.fill(value), 0);
            cuda.cuMemcpyHtoDAsync(memory, pinned, BYTES, stream);
            cuda.cuStreamSynchronize(stream);
            cuda.cuMemcpyDtoH(back, memory, BYTES);
            assertThat(back.toArray(ValueLayout.JAVA_BYTE)).containsOnly(value);
        }
        return round;
    }
}
