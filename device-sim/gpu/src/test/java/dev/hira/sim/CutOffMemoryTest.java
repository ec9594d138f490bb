package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests host memory in a file that another process truncates while copies to it wait. */
@Timeout(60)
final class CutOffMemoryTest extends SimFixture {
    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {4096, 1 << 20, 8 << 20})
    void shouldFailTheContextWhoseMemoryWasCutOffAndNoOther(int bytes) throws Exception {
        long memory = cuda.cuMemAlloc(bytes);
        long stream = cuda.cuStreamCreate(1);
        CountDownLatch release = new CountDownLatch(1);
        try (Arena arena = Arena.ofShared();
                FileChannel file = file(bytes)) {
            MemorySegment host = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
            cuda.cuLaunchHostFunc(stream, data -> await(release), 0);
            cuda.cuMemcpyDtoHAsync(host, memory, bytes, stream);
            file.truncate(0);
            release.countDown();
            shouldFail(CUresult.CUDA_ERROR_LAUNCH_FAILED, () -> cuda.cuStreamSynchronize(stream));
        }
        theDeviceWorksForOthers();
    }

    private void theDeviceWorksForOthers() {
        CudaDriver other = host.open().driver();
        other.cuInit(0);
        other.cuCtxCreate(0, 0);
        long theirs = other.cuMemAlloc(1 << 20);
        long stream = other.cuStreamCreate(1);
        byte[] back = new byte[1 << 20];
        other.cuMemsetD8Async(theirs, 3, 1 << 20, stream);
        other.cuMemcpyDtoHAsync(MemorySegment.ofArray(back), theirs, 1 << 20, stream);
        other.cuStreamSynchronize(stream);
        assertThat(back).containsOnly(3);
    }

    private FileChannel file(int bytes) throws IOException {
        FileChannel file =
                FileChannel.open(
                        folder.resolve("memory"),
                        Set.of(
                                StandardOpenOption.CREATE,
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE));
        file.position(bytes - 1L).write(java.nio.ByteBuffer.allocate(1));
        return file;
    }
}
