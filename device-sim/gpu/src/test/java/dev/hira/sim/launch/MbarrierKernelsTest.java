package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests barriers and pipelines of CUDA's C++ library. */
final class MbarrierKernelsTest extends KernelFixture {
    private static final int THREADS = 128;
    private static final int BLOCKS = 2;
    private static final int ROUNDS = 5;

    private long kernel(String name, Path text) throws IOException {
        return cuda.cuModuleGetFunction(cuda.cuModuleLoadData(image(Files.readString(text))), name);
    }

    private static Path text(String target) {
        return Path.of("../kernels/src/test/kernels/library/barriers." + target + ".ptx");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm_75", "sm_90"})
    void shouldHoldThreadsAtABarrier(String target) throws IOException {
        int[] numbers = IntStream.range(0, BLOCKS * THREADS).map(i -> i * i).toArray();
        long data = ints(numbers);
        run(kernel("mirror", text(target)), BLOCKS, THREADS, data, ROUNDS);
        int[] expected = numbers.clone();
        for (int round = 0; round < ROUNDS; round++) {
            int[] before = expected.clone();
            for (int i = 0; i < expected.length; i++) {
                expected[i] = 3 * before[i] + before[i ^ (THREADS - 1)];
            }
        }
        for (int i = 1; i < expected.length; i += 2) {
            expected[i] = numbers[i];
        }
        assertThat(ints(data, expected.length)).containsExactly(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm_75", "sm_90"})
    void shouldWaitForACopyOfManyBytes(String target) throws IOException {
        int[] numbers = IntStream.range(0, THREADS).map(i -> 7 * i + 1).toArray();
        long results = ints(new int[THREADS]);
        run(kernel("reversed", text(target)), 1, THREADS, results, ints(numbers));
        assertThat(ints(results, THREADS))
                .containsExactly(
                        IntStream.range(0, THREADS).map(i -> numbers[THREADS - 1 - i]).toArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm_75", "sm_90"})
    void shouldCopyAheadInAPipeline(String target) throws IOException {
        int rows = 7;
        long table = ints(IntStream.range(0, rows * THREADS).map(i -> i % 1009).toArray());
        long sums = ints(new int[THREADS]);
        run(kernel("columns", text(target)), 1, THREADS, sums, table, rows);
        int[] expected = new int[THREADS];
        for (int i = 0; i < rows * THREADS; i++) {
            expected[i % THREADS] += i % 1009 * (i / THREADS + 1);
        }
        assertThat(ints(sums, THREADS)).containsExactly(expected);
    }
}
