package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests grids with blocks that wait for each other. */
final class CooperativeTest extends KernelFixture {
    private static final int BLOCKS = 6;
    private static final int THREADS = 32;
    private static final int ROUNDS = 3;

    @ParameterizedTest
    @ValueSource(strings = {"sm_75", "sm_90"})
    void shouldLetAllBlocksMeet(String target) throws IOException {
        String text =
                Files.readString(
                        Path.of("../kernels/src/test/kernels/grid_sync." + target + ".ptx"));
        long kernel = cuda.cuModuleGetFunction(cuda.cuModuleLoadData(image(text)), "gridSync");
        int[] expected = new int[BLOCKS * THREADS];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = i * i;
        }
        long data = ints(expected);
        cuda.cuLaunchCooperativeKernel(
                kernel, BLOCKS, 1, 1, THREADS, 1, 1, 0, 0, packed(data, ROUNDS));
        cuda.cuCtxSynchronize();
        for (int round = 0; round < ROUNDS; round++) {
            int[] before = expected.clone();
            for (int i = 0; i < expected.length; i++) {
                expected[i] = before[i] + before[(i + 1) % before.length];
            }
        }
        assertThat(ints(data, expected.length)).containsExactly(expected);
    }
}
