package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.BlockingBan;
import dev.hira.api.WouldWaitException;
import dev.hira.api.cuda.CudaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests grids with blocks that wait for each other. */
final class CooperativeTest extends KernelFixture {
    private static final int BLOCKS = 6;
    private static final int THREADS = 32;
    private static final int ROUNDS = 3;

    /** The operations for which a stream has room. */
    private static final int ROOM = 1 << 16;

    /** What a report of a failure says of a launch that is not cooperative. */
    private static final String NEEDED =
            "the kernel has asked for the barrier of its grid, which only cooperative launches have";

    private long gridSync(String target) throws IOException {
        String text =
                Files.readString(
                        Path.of("../kernels/src/test/kernels/grid_sync." + target + ".ptx"));
        return cuda.cuModuleGetFunction(cuda.cuModuleLoadData(image(text)), "gridSync");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm_75", "sm_90"})
    void shouldNameTheLaunchThatAGridBarrierNeeds(String target) throws IOException {
        long data = ints(new int[BLOCKS * THREADS]);
        CudaException failure = failure(gridSync(target), BLOCKS, THREADS, data, ROUNDS);
        assertThat(failure.getMessage()).contains("executed a trap", NEEDED);
    }

    /** As in the header of the compiler of Hira, which has no check of its own. */
    @Test
    void shouldNameTheLaunchThatABarrierAtNullNeeds() {
        long kernel =
                kernel(
                        """
                        .visible .entry k(.param .u64 p) {
                            .reg .b32 %r<4>;
                            .reg .b64 %rd<2>;
                            mov.u32 %r1, %envreg1;
                            mov.u32 %r2, %envreg2;
                            mov.b64 %rd1, {%r2, %r1};
                            atom.add.u32 %r3, [%rd1+4], 1;
                            ret;
                        }
                        """,
                        "k");
        assertThat(failure(kernel, 2, 32, 0L).getMessage())
                .contains("at the global address 0x4 ", NEEDED)
                .doesNotContain("allocations");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm_75", "sm_90"})
    void shouldLetAllBlocksMeet(String target) throws IOException {
        long kernel = gridSync(target);
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

    /**
     * Such a launch needs room for two operations, because memory that is still in use was freed.
     */
    @Test
    void shouldKeepNoMemoryForALaunchThatAnotherThreadMustRepeat() throws IOException {
        long kernel = gridSync("sm_75");
        launch(kernel, 0, ints(new int[THREADS])); // from now on it needs no preparation
        cuda.cuCtxSynchronize();
        long stream = cuda.cuStreamCreate(1);
        long event = cuda.cuEventCreate(0);
        long old = cuda.cuMemAlloc(512);
        CountDownLatch release = hold(stream);
        cuda.cuMemFreeAsync(old, stream);
        long data = cuda.cuMemAlloc(512);
        assertThat(data).isEqualTo(old);
        for (int queued = 2; queued < ROOM - 1; queued++) {
            cuda.cuEventRecord(event, stream);
        }
        long free = cuda.cuMemGetInfo().free();
        boolean before = BlockingBan.forbid();
        try {
            assertThatThrownBy(() -> launch(kernel, stream, data))
                    .isInstanceOf(WouldWaitException.class);
            assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free);
            cuda.cuEventRecord(event, stream); // for which there was room
        } finally {
            BlockingBan.restore(before);
            release.countDown();
        }
    }

    private void launch(long kernel, long stream, long data) {
        cuda.cuLaunchCooperativeKernel(kernel, 1, 1, 1, THREADS, 1, 1, 0, stream, packed(data, 1));
    }
}
