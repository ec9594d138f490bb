package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.BlockingBan;
import dev.hira.api.WouldWaitException;
import dev.hira.api.cuda.CUresult;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimFixture;
import dev.hira.sim.code.Program;
import dev.hira.sim.profile.ProfileText;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how long a kernel's first launch blocks its caller. */
@Timeout(120)
final class FirstLaunchTest extends SimFixture {
    private static final String TEXT =
            KernelFixture.HEAD
                    + """
                    .visible .entry store(.param .u64 p) {
                        .reg .b64 %rd<2>;
                        ld.param.u64 %rd1, [p];
                        st.global.u32 [%rd1], 7;
                        ret;
                    }
                    """;

    private final CountDownLatch compiling = new CountDownLatch(1);

    /** A tier that compiles only when the test tells it to. */
    private final class LateTier implements Tier {
        @Override
        public String name() {
            return "late";
        }

        @Override
        public Attempt prepare(Program program) {
            try {
                compiling.await();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            return Tier.interpreter().prepare(program);
        }
    }

    @Override
    protected SimConfig config() {
        return SimConfig.of(ProfileText.parse("profile=small,capability=9.0"))
                .withKernels(KernelCompiler.of(new LateTier()));
    }

    @AfterEach
    void compile() {
        compiling.countDown();
    }

    private void launch(long kernel, int blocks, long out) {
        cuda.cuLaunchKernel(kernel, blocks, 1, 1, 1, 1, 1, 0, 0, KernelFixture.packed(out));
    }

    @Test
    void shouldNotLowerNorCompileOnAThreadThatMustNotWait() {
        long module = cuda.cuModuleLoadData(KernelFixture.image(TEXT));
        long kernel = cuda.cuModuleGetFunction(module, "store");
        long out = upload(new byte[4]);
        boolean before = BlockingBan.forbid();
        try {
            shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> launch(kernel, 0, out));
            assertThatThrownBy(() -> launch(kernel, 1, out)).isInstanceOf(WouldWaitException.class);
        } finally {
            BlockingBan.restore(before);
        }
        launch(kernel, 1, out);
        BlockingBan.forbid();
        try {
            launch(kernel, 1, out);
        } finally {
            BlockingBan.restore(before);
        }
        assertThat(cuda.cuStreamQuery(0)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        compiling.countDown();
        assertThat(read(out, 4)).containsExactly(7, 0, 0, 0);
    }
}
