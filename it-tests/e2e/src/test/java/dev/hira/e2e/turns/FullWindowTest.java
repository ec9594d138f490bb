package dev.hira.e2e.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs with more commands at a device that wait for the program than a VM has there at first.
 */
@Timeout(180)
final class FullWindowTest {
    private static final int MANY = 300;
    private static final int NON_BLOCKING = 1;
    private static final int INTS = 1024;
    private static final long BYTES = INTS * 4L;

    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack = LocalStack.start(1, List.of("--devices", "1", "--profile", "small"), List.of());
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    private static CudaDriver connect(String settings) {
        CudaDriver cuda = Hira.connect(stack.uri() + "?vm=waiting" + settings);
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        return cuda;
    }

    @Test
    void shouldExecuteWorkOfAnotherStream() throws InterruptedException {
        try (CudaDriver cuda = connect("")) {
            long waits = cuda.cuStreamCreate(NON_BLOCKING);
            long goesOn = cuda.cuStreamCreate(NON_BLOCKING);
            long filled = cuda.cuMemAlloc(BYTES);
            long other = cuda.cuMemAlloc(BYTES);
            CountDownLatch read = new CountDownLatch(1);
            cuda.cuLaunchHostFunc(waits, _ -> await(read), 0);
            for (int i = 1; i <= MANY; i++) {
                cuda.cuMemsetD32Async(filled, i, INTS, waits);
            }

            cuda.cuMemsetD32Async(other, 7, INTS, goesOn);
            cuda.cuStreamSynchronize(goesOn);
            assertThat(first(cuda, other, goesOn)).isEqualTo(7);

            read.countDown();
            cuda.cuStreamSynchronize(waits);
            assertThat(first(cuda, filled, waits)).isEqualTo(MANY);
        }
    }

    /** Without shared memory, the program's process uploads what its functions have written. */
    @ParameterizedTest
    @ValueSource(strings = {"", "&memory=off"})
    void shouldUploadWhatFunctionsHaveWritten(String settings) {
        try (CudaDriver cuda = connect(settings)) {
            long stream = cuda.cuStreamCreate(NON_BLOCKING);
            long memory = cuda.cuMemAlloc(BYTES);
            cuda.cuMemsetD32(memory, 0, INTS);
            MemorySegment pinned = cuda.cuMemAllocHost(BYTES * MANY);
            for (int i = 0; i < MANY; i++) {
                MemorySegment own = pinned.asSlice(i * BYTES, BYTES);
                cuda.cuMemcpyDtoHAsync(own, memory, BYTES, stream);
                cuda.cuLaunchHostFunc(stream, _ -> increment(own), 0);
                cuda.cuMemcpyHtoDAsync(memory, own, BYTES, stream);
            }
            cuda.cuStreamSynchronize(stream);
            assertThat(first(cuda, memory, stream)).isEqualTo(MANY);
        }
    }

    private static void increment(MemorySegment ints) {
        ints.set(ValueLayout.JAVA_INT, 0, ints.get(ValueLayout.JAVA_INT, 0) + 1);
    }

    private static int first(CudaDriver cuda, long memory, long stream) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(BYTES, 4);
            cuda.cuMemcpyDtoHAsync(copy, memory, BYTES, stream);
            cuda.cuStreamSynchronize(stream);
            return copy.get(ValueLayout.JAVA_INT, 0);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
