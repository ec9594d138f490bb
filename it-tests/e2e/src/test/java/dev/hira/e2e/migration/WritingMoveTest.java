package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A program that writes its memory again and again, faster than a server can copy it to another.
 */
@Tag("thorough")
@Timeout(300)
class WritingMoveTest {
    private static final int CHUNK = 8 << 20;
    private static final int CHUNKS = 64;
    private static final Duration HOLD = Duration.newBuilder().setNanos(150_000_000).build();

    @Test
    void shouldMoveAProgramThatWritesItsMemoryAllTheTime() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        try (LocalStack stack = LocalStack.start(2, List.of("--profile", "small"), List.of());
                CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=writer");
                Mover mover = new Mover(stack.adminUri(), "writer");
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            cuda.cuInit(0);
            long context = cuda.cuCtxCreate(0, 0);
            long memory = cuda.cuMemAlloc((long) CHUNK * CHUNKS);
            Future<Integer> passes =
                    threads.submit(() -> {
                        cuda.cuCtxSetCurrent(context);
                        int pass = 0;
                        while (!over.get()) {
                            pass++;
                            for (int i = 0; i < CHUNKS; i++) {
                                long at = memory + (long) i * CHUNK;
                                cuda.cuMemsetD32Async(at, pass, CHUNK / 4, 0);
                            }
                            cuda.cuStreamSynchronize(0);
                        }
                        return pass;
                    });
            try {
                move(mover);
            } finally {
                over.set(true);
            }
            int last = passes.get(100, TimeUnit.SECONDS);
            MemorySegment chunk = MemorySegment.ofArray(new int[CHUNK / 4]);
            for (int i = 0; i < CHUNKS; i++) {
                cuda.cuMemcpyDtoH(chunk, memory + (long) i * CHUNK, CHUNK);
                assertThat(chunk.toArray(ValueLayout.JAVA_INT)).containsOnly(last);
            }
        }
    }

    /** Moves the VM; a busy machine may exceed the short pause. */
    private static void move(Mover mover) {
        boolean isAtFirst = mover.sessions().getFirst().getServer().equals("server0");
        String target = isAtFirst ? "server1" : "server0";
        MigrateVmProgress end;
        do {
            end =
                    mover.move(
                            MigrateVmRequest.newBuilder().setTarget(target).setHold(HOLD),
                            step -> {});
            assertThat(end.getProblem()).doesNotContain("faster than it can be copied");
        } while (end.getStep() != MigrationStep.MIGRATION_STEP_DONE);
    }
}
