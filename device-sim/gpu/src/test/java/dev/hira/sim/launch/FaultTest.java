package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hira.api.cuda.CUlimit;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import dev.hira.sim.code.Windows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the faults that end kernels, and their messages. */
final class FaultTest extends KernelFixture {
    private static String kernel(String body) {
        return """
        .visible .entry k(.param .u64 p) {
            .reg .pred %%p<9>;
            .reg .b32 %%r<32>;
            .reg .b64 %%rd<32>;
            .shared .align 4 .b8 cells[64];
            ld.param.u64 %%rd1, [p];
            cvta.to.global.u64 %%rd2, %%rd1;
            mov.u32 %%r1, %%tid.x;
            mov.u32 %%r2, %%ctaid.x;
            %s
            ret;
        }
        """
                .formatted(body);
    }

    private CudaException failureOf(String body, Object parameter) {
        return failure(kernel(kernel(body), "k"), 3, 64, parameter);
    }

    @Test
    void shouldReportAnIllegalAddressWithThreadLineAndNearestAllocation() {
        long memory = cuda.cuMemAlloc(1000);
        long astray = memory + (1L << 40);
        CudaException failure =
                failureOf(
                        """
                        setp.eq.u32 %p1, %r1, 33;
                        setp.eq.u32 %p2, %r2, 2;
                        and.pred %p3, %p1, %p2;
                        @%p3 st.global.u32 [%rd2], %r1;
                        """,
                        astray);
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS);
        assertThat(failure.getMessage())
                .contains(
                        "The kernel 'k' has failed: An access to 4 bytes at the global address 0x"
                                + Long.toHexString(astray)
                                + " is out of bounds.",
                        "in block (2, 0, 0), thread (33, 0, 0)",
                        "at line 16: @%p3 st.global.u32 [%rd2], %r1;",
                        "the nearest allocation has 1000 bytes at 0x"
                                + Long.toHexString(memory)
                                + ", which ends "
                                + ((1L << 40) - 1000)
                                + " bytes before the address");
        shouldFail(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, () -> cuda.cuMemAlloc(1000));
    }

    @Test
    void shouldFailAContextWhoseKernelsWriteBetweenAllocations() {
        cuda.cuMemAlloc(512);
        long between = cuda.cuMemAlloc(1 << 20);
        cuda.cuMemAlloc(512);
        cuda.cuMemFree(between);
        long kernel = kernel(kernel("st.global.u32 [%rd2], 7;"), "k");
        CudaException failure = firstFailure(kernel, between + 8192);
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS);
        assertThat(failure.getMessage())
                .contains(
                        "'k', or another one of its context, has written to the global address 0x"
                                + Long.toHexString(between + 8192),
                        "HIRA_SIM_CHECK=memory");
    }

    /** Launches a kernel until it fails and returns the failure. */
    private CudaException firstFailure(long kernel, long parameter) {
        for (int i = 0; i < 100_000; i++) {
            try {
                run(kernel, 1, 64, parameter);
            } catch (CudaException failure) {
                return failure;
            }
        }
        throw new AssertionError("the kernel never fails");
    }

    @Test
    void shouldRefuseANullPointer() {
        CudaException failure = failureOf("st.global.u32 [%rd2], %r1;", 0L);
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS);
        assertThat(failure.getMessage()).contains("\n  the pointer is null");
    }

    @Test
    void shouldNameTheOffsetFromANullPointer() {
        assertThat(failureOf("st.global.u32 [%rd2+8], %r1;", 0L).getMessage())
                .contains("the address is 8 bytes after a null pointer");
    }

    @Test
    void shouldNameTheLocalMemoryBeforeWhichAnAddressIs() {
        assertThat(failureOf("st.u32 [%rd2], %r1;", Windows.LOCAL - 4).getMessage())
                .contains("the address is 4 bytes before the thread's local memory");
    }

    @Test
    void shouldNameTheSharedMemoryBeforeWhichAnAddressIs() {
        assertThat(failureOf("st.u32 [%rd2], %r1;", Windows.SHARED - 8).getMessage())
                .contains("the address is 8 bytes before the block's shared memory");
    }

    @Test
    void shouldRefuseAMisalignedAddress() {
        CudaException failure = failureOf("st.global.u64 [%rd2+4], %rd1;", cuda.cuMemAlloc(1000));
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_MISALIGNED_ADDRESS);
        assertThat(failure.getMessage()).contains("must be a multiple of 8");
    }

    @Test
    void shouldRefuseAVectorThatIsAlignedToItsElementsOnly() {
        CudaException failure =
                failureOf("ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%rd2+4];", cuda.cuMemAlloc(99));
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_MISALIGNED_ADDRESS);
    }

    @Test
    void shouldRefuseSharedMemoryThatTheBlockDoesNotHave() {
        CudaException failure =
                failureOf("mov.u32 %r3, cells;\nst.shared.u32 [%r3+64], %r1;", cuda.cuMemAlloc(99));
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS);
        assertThat(failure.getMessage())
                .contains(
                        "shared address 0x40",
                        "the block has 64 bytes of shared memory, of which the launch gave 0"
                                + " (dynamic)")
                .doesNotContain("nearest allocation");
    }

    @Test
    void shouldSayWhichKernelsAndVariablesAModuleHas() {
        long module =
                load(
                        """
                        .global .u32 table[4];
                        .const .u32 bounds[4];
                        .visible .entry _Z1fPi(.param .u64 p) { ret; }
                        .visible .entry _Z2ffv() { ret; }
                        """);
        assertThatThrownBy(() -> cuda.cuModuleGetFunction(module, "f"))
                .hasMessage(
                        "the module has no kernel 'f'; it has [_Z1fPi, _Z2ffv], and '_Z1fPi' is the"
                                + " name of 'f' in C++: write extern \"C\" before __global__, compile"
                                + " with the name expression 'f', or ask for '_Z1fPi'");
        assertThatThrownBy(() -> cuda.cuModuleGetFunction(module, "g"))
                .hasMessage("the module has no kernel 'g'; it has [_Z1fPi, _Z2ffv]");
        assertThatThrownBy(() -> cuda.cuModuleGetGlobal(module, "tabel"))
                .hasMessage("the module has no variable 'tabel'; it has [bounds, table]");
        long empty = load("");
        assertThatThrownBy(() -> cuda.cuModuleGetFunction(empty, "f"))
                .hasMessageStartingWith("the module has no kernel 'f'; it has none: a kernel is a");
    }

    @Test
    void shouldNameTheDynamicSharedMemoryOfTheLaunch() {
        long kernel = kernel(kernel("mov.u32 %r3, cells;\nst.shared.u32 [%r3+96], %r1;"), "k");
        long memory = cuda.cuMemAlloc(99);
        CudaException failure =
                catchThrowableOfType(
                        CudaException.class,
                        () -> {
                            cuda.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 32, 0, packed(memory));
                            cuda.cuCtxSynchronize();
                        });
        assertThat(failure.getMessage())
                .contains(
                        "the block has 96 bytes of shared memory, of which the launch gave 32"
                                + " (dynamic)");
    }

    @Test
    void shouldNameTheLocalMemoryThatTheThreadHas() {
        CudaException failure =
                failureOf(
                        """
                        .local .align 8 .b8 own[16];
                        mov.u64 %rd3, own;
                        add.s64 %rd3, %rd3, 1048576;
                        st.local.u32 [%rd3], %r1;
                        """,
                        cuda.cuMemAlloc(99));
        assertThat(failure.getMessage())
                .containsPattern("the thread has \\d+ bytes of local memory")
                .doesNotContain("nearest allocation");
    }

    @Test
    void shouldRefuseALoadWithAnUnusedResult() {
        CudaException failure = failureOf("ld.global.u32 %r3, [%rd2];", 1L << 40);
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS);
        assertThat(failure.getMessage()).contains("at line 13: ld.global.u32 %r3, [%rd2];");
    }

    @Test
    void shouldEndAKernelThatTraps() {
        CudaException failure = failureOf("trap;", 0L);
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_LAUNCH_FAILED);
        assertThat(failure.getMessage()).contains("trap", "at line 13: trap;");
    }

    @Test
    void shouldDetectADeadlockOfThreads() {
        CudaException failure =
                failureOf(
                        """
                        setp.lt.u32 %p1, %r1, 32;
                        @%p1 bra FIRST;
                        bar.sync 1;
                        bra DONE;
                        FIRST:
                        bar.sync 2;
                        DONE:
                        """,
                        0L);
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_LAUNCH_FAILED);
        assertThat(failure.getMessage())
                .contains("All 64 threads of the block", "wait for others that never come");
    }

    @Test
    void shouldRefuseABranchThatHasNoTarget() {
        CudaException failure =
                failureOf(
                        """
                        ts: .branchtargets A, B;
                        add.u32 %r3, %r1, 1;
                        brx.idx %r3, ts;
                        A:
                        B:
                        """,
                        0L);
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_ILLEGAL_INSTRUCTION);
        assertThat(failure.getMessage()).contains("2 targets, but the index is 2");
    }

    private static String recursion(int registers, int depth) {
        return """
        .func (.param .b32 r) down(.param .b32 n) {
            .reg .b32 %%r<%d>;
            .reg .pred %%p<2>;
            ld.param.u32 %%r1, [n];
            setp.eq.u32 %%p1, %%r1, %d;
            @%%p1 bra DONE;
            add.u32 %%r2, %%r1, 1;
            { .param .b32 q; .param .b32 s;
            st.param.b32 [q], %%r2;
            call.uni (s), down, (q);
            ld.param.b32 %%r1, [s]; }
        DONE:
            st.param.b32 [r], %%r1;
            ret;
        }
        .visible .entry k(.param .u64 p) {
            .reg .b32 %%r<4>;
            .reg .b64 %%rd<4>;
            ld.param.u64 %%rd1, [p];
            { .param .b32 q; .param .b32 s;
            st.param.b32 [q], 1;
            call.uni (s), down, (q);
            ld.param.b32 %%r1, [s]; }
            st.global.u32 [%%rd1], %%r1;
            ret;
        }
        """
                .formatted(registers, depth);
    }

    @ParameterizedTest
    @ValueSource(longs = {4096, 512 << 10})
    void shouldEndARecursionWithoutEnd(long stack) {
        cuda.cuCtxSetLimit(CUlimit.CU_LIMIT_STACK_SIZE, stack);
        CudaException failure = failure(kernel(recursion(3, -1), "k"), 1, 1, 0L);
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_HARDWARE_STACK_ERROR);
        assertThat(failure.getMessage())
                .contains("CU_LIMIT_STACK_SIZE", ": call.uni (s), down, (q);");
    }

    @Test
    void shouldRefuseACooperativeGridThatNeedsTooMuchLocalMemoryAtOnce() {
        long kernel = kernel(recursion(3, 1), "k");
        cuda.cuCtxSetLimit(CUlimit.CU_LIMIT_STACK_SIZE, 512 << 10);
        long out = cuda.cuMemAlloc(4);
        CudaException failure =
                catchThrowableOfType(
                        CudaException.class,
                        () ->
                                cuda.cuLaunchCooperativeKernel(
                                        kernel, 8, 1, 1, 512, 1, 1, 0, 0, packed(out)));
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
        assertThat(failure.getMessage()).contains("all 8 of which run at the same time");
        cuda.cuMemFree(out);
    }

    @Test
    void shouldRunAKernelWithTheStackLimitOfItsLaunch() {
        long kernel = kernel(recursion(3, 100), "k");
        long out = cuda.cuMemAlloc(4);
        cuda.cuCtxSetLimit(CUlimit.CU_LIMIT_STACK_SIZE, 8 << 10);
        CountDownLatch release = hold(0);
        start(kernel, 1, 1, out);
        cuda.cuCtxSetLimit(CUlimit.CU_LIMIT_STACK_SIZE, 16);
        release.countDown();
        cuda.cuCtxSynchronize();
        assertThat(ints(out, 1)).containsExactly(100);
    }

    @Test
    void shouldCallAsDeeplyAsTheStackAllows() {
        int depth = 32_000;
        cuda.cuCtxSetLimit(CUlimit.CU_LIMIT_STACK_SIZE, 512 << 10);
        long out = cuda.cuMemAlloc(4);
        run(kernel(recursion(3, depth), "k"), 2, 3, out);
        assertThat(ints(out, 1)).containsExactly(depth);
    }

    @Test
    void shouldRefuseACallThroughAPointerToNoFunction() throws IOException {
        String text = Files.readString(Path.of("../kernels/src/test/kernels/calls.sm_75.ptx"));
        long module = cuda.cuModuleLoadData(image(text));
        var table = cuda.cuModuleGetGlobal(module, "operations");
        cuda.cuMemsetD8(table.dptr(), (byte) 3, table.bytes());
        CudaException failure =
                failure(cuda.cuModuleGetFunction(module, "calls"), 1, 4, cuda.cuMemAlloc(99), 0);
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_INVALID_PC);
        assertThat(failure.getMessage()).contains("0x303030303030303");
    }

    @Test
    void shouldStateTheLimitsOfBlocksAndGrids() {
        long kernel = kernel(kernel("ret;"), "k");
        assertThat(failure(kernel, 1, 2000, 0L).getMessage())
                .isEqualTo(
                        "a block of 2000 x 1 x 1 threads is not possible: the dimensions must be at"
                                + " least 1 and at most 1024 x 1024 x 64");
        assertThatThrownBy(() -> cuda.cuLaunchKernel(kernel, 1, 1, 1, 64, 32, 1, 0, 0, packed(0L)))
                .hasMessage(
                        "a block of 64 x 32 x 1 threads is not possible: it has 2048 threads, and"
                                + " this device allows 1024 in a block; launch smaller blocks and"
                                + " more of them");
        assertThatThrownBy(
                        () -> cuda.cuLaunchKernel(kernel, 1, 70000, 1, 1, 1, 1, 0, 0, packed(0L)))
                .hasMessage(
                        "a grid of 1 x 70000 x 1 blocks is not possible: each dimension needs at"
                                + " least 1 block, and the second and third have at most 65535");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ad.s32 %r1, %r1, 1;",
                "add.s33 %r1, %r1, 1;",
                "mul.loo.s32 %r1, %r1, 1;",
                "ld.globl.u32 %r1, [%rd1];",
                "setp.eqq.s32 %p1, %r1, 1;"
            })
    void shouldRefuseMisspeltInstructionsWhenTheModuleIsLoaded(String instruction) {
        String text =
                ".entry k() { .reg .b32 %r<9>; .reg .b64 %rd<4>; .reg .pred %p<3>;\n"
                        + instruction
                        + " ret; }";
        CudaException failure = catchThrowableOfType(CudaException.class, () -> load(text));
        assertThat(failure).isNotNull();
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_INVALID_PTX);
        assertThat(failure).hasMessageContaining("PTX has no").hasMessageContaining("Line 5");
    }

    @Test
    void shouldNameAnUnsupportedInstructionWhenTheKernelIsLookedUp() {
        long module =
                load(
                        kernel("griddepcontrol.wait;\ntcgen05.wait::ld.sync.aligned;")
                                + ".visible .entry other(.param .u64 p) { .reg .b64 %rd1;\n"
                                + " ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], 5; ret; }");
        CudaException failure =
                catchThrowableOfType(
                        CudaException.class, () -> cuda.cuModuleGetFunction(module, "k"));
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_NOT_SUPPORTED);
        assertThat(failure.getMessage()).contains("'k'", "tcgen05", "line ");
        long out = ints(0);
        run(cuda.cuModuleGetFunction(module, "other"), 1, 1, out);
        assertThat(ints(out, 1)).as("the module's other kernel runs").containsExactly(5);
    }

    @Test
    void shouldRefuseACallOfAnUnknownFunctionOnlyInTheKernelThatMakesIt() {
        String calls =
                """
                .visible .entry %1$s() {
                    { .param .b64 a;
                    st.param.b64 [a], 0;
                    call.uni %2$s, (a); }
                    ret;
                }
                """;
        String text =
                ".extern .func free(.param .b64 p);\n.extern .func nothing(.param .b64 p);\n"
                        + calls.formatted("first", "free")
                        + calls.formatted("second", "nothing");
        long module = load(text);
        assertThat(cuda.cuModuleGetFunction(module, "first")).isNotZero();
        CudaException failure =
                catchThrowableOfType(
                        CudaException.class, () -> cuda.cuModuleGetFunction(module, "second"));
        assertThat(failure).as("a failure").isNotNull();
        assertThat(failure.getMessage()).contains("nothing");
    }
}
