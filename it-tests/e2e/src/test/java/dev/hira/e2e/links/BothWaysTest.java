package dev.hira.e2e.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Threads that copy to and from a device at once, with more bytes under way in both directions than
 * each link keeps.
 */
@Tag("thorough")
@Timeout(300)
final class BothWaysTest {
    private static final int BYTES = 24 << 20;
    private static final int ROUNDS = 6;
    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack = LocalStack.start(1, List.of("--devices", "1", "--profile", "small"), List.of());
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    @Test
    void shouldCopyInBothDirectionsAtOnceWithoutSharedMemory() throws Exception {
        try (CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&memory=off&rings=off");
                ExecutorService threads = Executors.newCachedThreadPool()) {
            cuda.cuInit(0);
            long context = cuda.cuCtxCreate(0, 0);
            byte[] data = new byte[BYTES];
            new Random(24).nextBytes(data);
            long source = cuda.cuMemAlloc(BYTES);
            cuda.cuMemcpyHtoD(source, MemorySegment.ofArray(data), BYTES);
            List<Future<?>> copies =
                    List.of(
                            threads.submit(() -> write(cuda, context, data)),
                            threads.submit(() -> write(cuda, context, data)),
                            threads.submit(() -> read(cuda, context, source, data)),
                            threads.submit(() -> read(cuda, context, source, data)));
            for (Future<?> copy : copies) {
                copy.get(200, TimeUnit.SECONDS);
            }
        }
    }

    private static void write(CudaDriver cuda, long context, byte[] data) {
        cuda.cuCtxSetCurrent(context);
        long target = cuda.cuMemAlloc(BYTES);
        for (int i = 0; i < ROUNDS; i++) {
            cuda.cuMemcpyHtoD(target, MemorySegment.ofArray(data), BYTES);
        }
        byte[] back = new byte[BYTES];
        cuda.cuMemcpyDtoH(MemorySegment.ofArray(back), target, BYTES);
        assertThat(back).isEqualTo(data);
    }

    private static void read(CudaDriver cuda, long context, long source, byte[] data) {
        cuda.cuCtxSetCurrent(context);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] back = new byte[BYTES];
            cuda.cuMemcpyDtoH(MemorySegment.ofArray(back), source, BYTES);
            assertThat(back).isEqualTo(data);
        }
    }
}
