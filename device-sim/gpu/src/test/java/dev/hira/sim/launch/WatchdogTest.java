package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests kernels that do not end by themselves. */
final class WatchdogTest extends KernelFixture {
    private static final String TEXT =
            """
            .visible .entry endless(.param .u64 p) {
                .reg .pred %p<3>;
                .reg .b32 %r<9>;
                .reg .b64 %rd<9>;
                ld.param.u64 %rd1, [p];
                cvta.to.global.u64 %rd2, %rd1;
            AGAIN:
                ld.volatile.global.u32 %r1, [%rd2];
                setp.ne.u32 %p1, %r1, 0;
                @%p1 bra AGAIN;
                ret;
            }
            .visible .entry brief(.param .u64 p) {
                .reg .b64 %rd<9>;
                ld.param.u64 %rd1, [p];
                cvta.to.global.u64 %rd2, %rd1;
                st.global.u32 [%rd2], 2;
                ret;
            }
            .func tree(.param .b32 n) {
                .reg .pred %p<2>;
                .reg .b32 %r<3>;
                ld.param.u32 %r1, [n];
                setp.eq.u32 %p1, %r1, 0;
                @%p1 bra DONE;
                sub.u32 %r2, %r1, 1;
                {
                    .param .b32 a;
                    st.param.b32 [a], %r2;
                    call tree, (a);
                }
                {
                    .param .b32 a;
                    st.param.b32 [a], %r2;
                    call tree, (a);
                }
            DONE:
                ret;
            }
            .visible .entry calls(.param .u64 p) {
                .param .b32 a;
                st.param.b32 [a], 40;
                call tree, (a);
                ret;
            }
            .visible .entry meetings(.param .u64 p) {
            AGAIN:
                bar.sync 0;
                bar.sync 0;
                bra AGAIN;
            }
            """;

    @Test
    void shouldStopAKernelThatRunsTooLong() {
        host.devices().getFirst().limitKernels(TimeUnit.MILLISECONDS.toNanos(50));
        CudaException failure = failure(kernel(TEXT, "endless"), 1, 32, ints(1));
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_LAUNCH_TIMEOUT);
        assertThat(failure.getMessage())
                .contains(
                        "'endless'",
                        "longer than 50 ms",
                        "in block (0, 0, 0), thread (",
                        "at line 1")
                .doesNotContain("at line 1:");
        shouldFail(CUresult.CUDA_ERROR_LAUNCH_TIMEOUT, () -> cuda.cuMemAlloc(4));
    }

    @Test
    void shouldStopARunningKernelWhenItsLimitIsLowered() {
        startEndless(cuda);
        host.devices().getFirst().limitKernels(TimeUnit.MILLISECONDS.toNanos(50));
        shouldFail(CUresult.CUDA_ERROR_LAUNCH_TIMEOUT, () -> cuda.cuCtxSynchronize());
    }

    @ParameterizedTest
    @ValueSource(strings = {"calls", "meetings"})
    void shouldStopAnEndlessKernelWithoutALoop(String name) {
        host.devices().getFirst().limitKernels(TimeUnit.MILLISECONDS.toNanos(50));
        CudaException failure = failure(kernel(TEXT, name), 1, 32, ints(1));
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_LAUNCH_TIMEOUT);
    }

    @Test
    void shouldRunABriefKernelBesideEndlessOnesOfOtherContexts() {
        List<CudaDriver> others = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            others.add(host.open().driver());
            startEndless(others.getLast());
        }
        long cell = ints(0);
        run(kernel(TEXT, "brief"), 1, 1, cell);
        assertThat(ints(cell, 1)).containsExactly(2);
        for (CudaDriver other : others) {
            assertThat(other.cuStreamQuery(0)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        }
    }

    @Test
    void shouldRunABriefKernelBesideAnEndlessOneOfItsContext() {
        long cell = ints(1);
        long endless = cuda.cuStreamCreate(1);
        long brief = cuda.cuStreamCreate(1);
        long module = load(TEXT);
        long kernel = cuda.cuModuleGetFunction(module, "endless");
        cuda.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, endless, packed(cell));
        long other = ints(0);
        long second = cuda.cuModuleGetFunction(module, "brief");
        cuda.cuLaunchKernel(second, 1, 1, 1, 1, 1, 1, 0, brief, packed(other));
        cuda.cuStreamSynchronize(brief);
        assertThat(cuda.cuStreamQuery(endless)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        cuda.cuModuleUnload(module);
        cuda.cuMemsetD32Async(cell, 0, 1, brief);
        cuda.cuStreamSynchronize(endless);
    }

    @Test
    void shouldStopKernelsWhenTheirContextIsDestroyed() {
        start(kernel(TEXT, "endless"), 4, 32, ints(1));
        cuda.cuCtxDestroy(context);
        long next = cuda.cuCtxCreate(0, 0);
        assertThat(next).isNotEqualTo(context);
        run(kernel(TEXT, "brief"), 1, 1, ints(0));
    }

    @Test
    void shouldStopKernelsWhenTheirProcessIsClosed() {
        var process = host.open();
        startEndless(process.driver());
        process.close();
        assertThat(host.processes()).hasSize(1);
    }

    private static void startEndless(CudaDriver driver) {
        driver.cuInit(0);
        driver.cuCtxCreate(0, 0);
        long kernel =
                driver.cuModuleGetFunction(driver.cuModuleLoadData(image(HEAD + TEXT)), "endless");
        long cell = driver.cuMemAlloc(4);
        driver.cuMemsetD32(cell, 1, 1);
        driver.cuLaunchKernel(kernel, 4, 1, 1, 32, 1, 1, 0, 0, packed(cell));
    }
}
