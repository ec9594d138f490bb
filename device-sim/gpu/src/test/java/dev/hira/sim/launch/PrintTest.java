package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.cuda.CUlimit;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests printing and assertions of kernels. */
final class PrintTest extends KernelFixture {
    private long hello() {
        try {
            String text = Files.readString(Path.of("../kernels/src/test/kernels/print.sm_75.ptx"));
            return cuda.cuModuleGetFunction(cuda.cuModuleLoadData(image(text)), "hello");
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }

    @Test
    void shouldPrintWhenTheProgramSynchronizes() {
        start(hello(), 2, 2, 5, 0.5);
        run(hello(), 1, 1, 5, 1.5);
        assertThat(String.join("", printed).lines())
                .containsExactlyInAnyOrder(
                        "block 0 thread 0: hello 0.500000",
                        "block 0 thread 1: hello 0.500000",
                        "block 1 thread 0: hello 0.500000",
                        "block 1 thread 1: hello 0.500000",
                        "block 0 thread 0: hello 1.500000");
    }

    /** The copy finds its stream idle, so it is executed without a wait. */
    @Test
    @Timeout(120)
    void shouldPrintBeforeACopyReturnsThatFindsTheKernelEnded() throws InterruptedException {
        long memory = cuda.cuMemAlloc(4);
        MemorySegment host = Arena.ofAuto().allocate(4);
        CountDownLatch ended = new CountDownLatch(1);
        start(hello(), 1, 1, 1, 0.5);
        cuda.cuLaunchHostFunc(0, _ -> ended.countDown(), 0);
        assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
        while (cuda.cuStreamQuery(0) == CUresult.CUDA_ERROR_NOT_READY) {
            Thread.onSpinWait();
        }
        assertThat(printed).isEmpty();
        cuda.cuMemcpyDtoH(host, memory, 4);
        assertThat(printed).containsExactly("block 0 thread 0: hello 0.500000\n");
    }

    @Test
    void shouldLoseTheOldestTextWhenTheBufferIsFull() {
        cuda.cuCtxSetLimit(CUlimit.CU_LIMIT_PRINTF_FIFO_SIZE, 120);
        run(hello(), 1, 8, 8, 0.5);
        assertThat(String.join("", printed).lines())
                .containsExactly(
                        "block 0 thread 6: hello 0.500000", "block 0 thread 7: hello 0.500000");
    }

    @Test
    void shouldLimitTheBufferToTheHostsMemory() {
        assertThatThrownBy(
                        () -> cuda.cuCtxSetLimit(CUlimit.CU_LIMIT_PRINTF_FIFO_SIZE, (16 << 20) + 1))
                .isInstanceOf(CudaException.class)
                .hasMessageContaining("the most is 16777216");
        cuda.cuCtxSetLimit(CUlimit.CU_LIMIT_PRINTF_FIFO_SIZE, 16 << 20);
        assertThat(cuda.cuCtxGetLimit(CUlimit.CU_LIMIT_PRINTF_FIFO_SIZE)).isEqualTo(16 << 20);
    }

    @Test
    void shouldReportAFailedAssertionInTheWordsOfCuda() {
        CudaException failure = failure(hello(), 1, 8, 3, 0.5);
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_ASSERT);
        assertThat(failure.getMessage())
                .containsPattern(
                        "print\\.cu:\\d+: .*hello.*: block: \\[0,0,0\\], thread: \\[3,0,0\\]"
                                + " Assertion `\\(?.*threadIdx\\.x < limit.*` failed\\.");
        assertThat(String.join("", printed)).contains("thread 2: hello", "Assertion `");
    }
}
