package dev.hira.e2e.conformance;

import static dev.hira.api.cuda.CUmemorytype.CU_MEMORYTYPE_DEVICE;
import static dev.hira.api.cuda.CUmemorytype.CU_MEMORYTYPE_HOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.cuda.CUDA_MEMCPY2D;
import dev.hira.api.cuda.CudaException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CopiesConformanceTest extends Conformance {
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64, 4096, 65_536, 65_537, 1 << 20, (3 << 20) + 13, 20 << 20})
    void shouldReadBackTheBytesThatItWrote(int size) {
        MemorySegment data = random(size, size);
        assertThat(read(upload(data), size)).isEqualTo(array(data));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4096, 1 << 20, (3 << 20) + 13})
    void shouldCopyAsynchronouslyBothWays(int size) {
        long stream = cuda.cuStreamCreate(1);
        MemorySegment data = random(size, size);
        long a = cuda.cuMemAlloc(size);
        long b = cuda.cuMemAlloc(size);
        MemorySegment back = MemorySegment.ofArray(new byte[size]);
        cuda.cuMemcpyHtoDAsync(a, data, size, stream);
        cuda.cuMemcpyDtoDAsync(b, a, size, stream);
        cuda.cuMemcpyDtoHAsync(back, b, size, stream);
        cuda.cuStreamSynchronize(stream);
        assertThat(array(back)).isEqualTo(array(data));
    }

    @Test
    void shouldBringLateOutputsBackBeforeAnEventIsSeen() {
        long stream = cuda.cuStreamCreate(1);
        long event = cuda.cuEventCreate(0);
        MemorySegment back = MemorySegment.ofArray(new byte[100_000]);
        long memory = upload(random(3, 100_000));
        cuda.cuMemcpyDtoHAsync(back, memory, 100_000, stream);
        cuda.cuEventRecord(event, stream);
        cuda.cuEventSynchronize(event);
        assertThat(array(back)).isEqualTo(array(random(3, 100_000)));
    }

    @Test
    void shouldLetTheSourceBeReusedAfterAnAsynchronousCopyFromPageableMemory() {
        long stream = cuda.cuStreamCreate(1);
        MemorySegment data = MemorySegment.ofArray(new byte[50_000]);
        long memory = cuda.cuMemAlloc(50_000 * 20L);
        for (int i = 0; i < 20; i++) {
            data.fill((byte) (i + 1));
            cuda.cuMemcpyHtoDAsync(memory + i * 50_000L, data, 50_000, stream);
        }
        cuda.cuStreamSynchronize(stream);
        for (int i = 0; i < 20; i++) {
            assertThat(read(memory + i * 50_000L, 50_000)).containsOnly((byte) (i + 1));
        }
    }

    /**
     * Functions of the program, downloads and uploads change and read pinned memory in the order of
     * their stream, however far ahead of it the program is. So do uploads to memory that is
     * released in the stream behind them.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldReadPinnedMemoryWhenTheStreamGetsThere(long seed) throws Exception {
        Random random = new Random(seed);
        int bytes = 1 << random.nextInt(4, 20);
        try (Arena arena = Arena.ofShared()) {
            List<MemorySegment> hosts =
                    List.of(cuda.cuMemAllocHost(bytes), arena.allocate(bytes, 4096));
            cuda.cuMemHostRegister(hosts.get(1), bytes, 0);
            byte[] onHost = new byte[hosts.size()];
            byte[] onDevice = new byte[3];
            long[] buffers = new long[onDevice.length];
            for (int i = 0; i < buffers.length; i++) {
                buffers[i] = cuda.cuMemAlloc(bytes);
                cuda.cuMemsetD8(buffers[i], (byte) 0, bytes);
            }
            long stream = cuda.cuStreamCreate(1);
            CountDownLatch begin = new CountDownLatch(1);
            cuda.cuLaunchHostFunc(stream, _ -> awaitUninterruptibly(begin), 0);
            for (int i = 0; i < 30; i++) {
                int host = random.nextInt(hosts.size());
                int buffer = random.nextInt(buffers.length);
                MemorySegment memory = hosts.get(host);
                switch (random.nextInt(5)) {
                    case 0 -> {
                        byte value = (byte) (i + 1);
                        cuda.cuLaunchHostFunc(stream, _ -> memory.fill(value), 0);
                        onHost[host] = value;
                    }
                    case 1 -> {
                        cuda.cuMemcpyDtoHAsync(memory, buffers[buffer], bytes, stream);
                        onHost[host] = onDevice[buffer];
                    }
                    case 2 -> {
                        long between = cuda.cuMemAllocAsync(bytes, stream);
                        cuda.cuMemcpyHtoDAsync(between, memory, bytes, stream);
                        cuda.cuMemcpyDtoDAsync(buffers[buffer], between, bytes, stream);
                        cuda.cuMemFreeAsync(between, stream);
                        onDevice[buffer] = onHost[host];
                    }
                    default -> {
                        cuda.cuMemcpyHtoDAsync(buffers[buffer], memory, bytes, stream);
                        onDevice[buffer] = onHost[host];
                    }
                }
            }
            begin.countDown();
            cuda.cuStreamSynchronize(stream);
            for (int i = 0; i < buffers.length; i++) {
                assertThat(read(buffers[i], bytes))
                        .as("seed %d, buffer %d", seed, i)
                        .containsOnly(onDevice[i]);
            }
            cuda.cuMemHostUnregister(hosts.get(1));
            cuda.cuMemFreeHost(hosts.get(0));
        }
    }

    /** Memory is freed at once behind a function and an upload that have not run. */
    @Test
    void shouldMakeAnUploadBeforeItsMemoryIsFreed() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment registered = arena.allocate(4096, 4096);
            cuda.cuMemHostRegister(registered, 4096, 0);
            MemorySegment result = cuda.cuMemAllocHost(4096);
            long stream = cuda.cuStreamCreate(1);
            for (int i = 1; i <= 20; i++) {
                byte value = (byte) i;
                long memory = cuda.cuMemAlloc(4096);
                cuda.cuLaunchHostFunc(stream, _ -> registered.fill(value), 0);
                cuda.cuMemcpyHtoDAsync(memory, registered, 4096, stream);
                cuda.cuMemcpyDtoHAsync(result, memory, 4096, stream);
                cuda.cuMemFree(memory);
                cuda.cuStreamSynchronize(stream);
                assertThat(result.toArray(ValueLayout.JAVA_BYTE)).containsOnly(value);
            }
            cuda.cuMemHostUnregister(registered);
            cuda.cuMemFreeHost(result);
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldUploadInOneStreamWhileAFunctionInAnotherWaitsForTheProgram() throws Exception {
        CountDownLatch uploaded = new CountDownLatch(1);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment host = arena.allocate(4096, 4096);
            cuda.cuMemHostRegister(host, 4096, 0);
            long waiting = cuda.cuStreamCreate(1);
            long uploading = cuda.cuStreamCreate(1);
            long buffer = cuda.cuMemAlloc(4096);
            cuda.cuLaunchHostFunc(waiting, _ -> awaitUninterruptibly(uploaded), 0);
            host.fill((byte) 7);
            cuda.cuMemcpyHtoDAsync(buffer, host, 4096, uploading);
            cuda.cuStreamSynchronize(uploading);
            assertThat(read(buffer, 4096)).containsOnly((byte) 7);
            uploaded.countDown();
            cuda.cuStreamSynchronize(waiting);
            cuda.cuMemHostUnregister(host);
        }
    }

    @Test
    void shouldReportAnUploadThatFailsBehindAFunction() {
        CountDownLatch begin = new CountDownLatch(1);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment host = arena.allocate(4096, 4096);
            cuda.cuMemHostRegister(host, 4096, 0);
            long stream = cuda.cuStreamCreate(1);
            cuda.cuLaunchHostFunc(stream, _ -> awaitUninterruptibly(begin), 0);
            assertThatThrownBy(
                            () -> {
                                try {
                                    cuda.cuMemcpyHtoDAsync(4711, host, 4096, stream);
                                } finally {
                                    begin.countDown();
                                }
                                cuda.cuStreamSynchronize(stream);
                                cuda.cuStreamSynchronize(stream);
                            })
                    .isInstanceOf(CudaException.class);
            cuda.cuStreamSynchronize(stream);
            cuda.cuMemHostUnregister(host);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"array", "native", "confined", "registered", "pinned"})
    void shouldUploadWhatAnEarlierDownloadBrings(String kind) {
        int bytes = 1 << 16;
        try (Arena shared = Arena.ofShared();
                Arena confined = Arena.ofConfined()) {
            MemorySegment host =
                    switch (kind) {
                        case "array" -> MemorySegment.ofArray(new byte[bytes]);
                        case "confined" -> confined.allocate(bytes);
                        case "pinned" -> cuda.cuMemAllocHost(bytes);
                        default -> shared.allocate(bytes, 4096);
                    };
            if (kind.equals("registered")) {
                cuda.cuMemHostRegister(host, bytes, 0);
            }
            long stream = cuda.cuStreamCreate(0);
            long from = cuda.cuMemAlloc(bytes);
            long to = cuda.cuMemAlloc(bytes);
            CUDA_MEMCPY2D rows =
                    new CUDA_MEMCPY2D(
                            0,
                            0,
                            CU_MEMORYTYPE_HOST,
                            0,
                            512,
                            0,
                            0,
                            CU_MEMORYTYPE_DEVICE,
                            to,
                            256,
                            256,
                            bytes / 512);
            for (int i = 1; i <= 20; i++) {
                byte value = (byte) i;
                cuda.cuMemsetD8Async(from, value, bytes, stream);
                cuda.cuMemsetD8Async(to, (byte) 0, bytes, stream);
                cuda.cuMemcpyDtoHAsync(host, from, bytes, stream);
                switch (i % 4) {
                    case 0 -> cuda.cuMemcpyHtoD(to, host, bytes);
                    case 1 -> cuda.cuMemcpyHtoDAsync(to, host, bytes, stream);
                    case 2 -> cuda.cuMemcpy2D(rows, host, null);
                    default -> cuda.cuMemcpy2DAsync(rows, host, null, stream);
                }
                cuda.cuStreamSynchronize(stream);
                assertThat(read(to, bytes / 2)).as("round %d", i).containsOnly(value);
            }
            if (kind.equals("registered")) {
                cuda.cuMemHostUnregister(host);
            }
        }
    }

    @Test
    void shouldCopyFromAndToNativeAndPinnedMemory() {
        MemorySegment pinned = cuda.cuMemAllocHost(1 << 20);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment plain = arena.allocate(1 << 20);
            plain.copyFrom(random(5, 1 << 20));
            pinned.fill((byte) 0);
            long memory = cuda.cuMemAlloc(1 << 20);
            cuda.cuMemcpyHtoD(memory, plain, 1 << 20);
            cuda.cuMemcpyDtoH(pinned, memory, 1 << 20);
            assertThat(pinned.mismatch(plain)).isEqualTo(-1);
            pinned.fill((byte) 3);
            cuda.cuMemcpyHtoD(memory, pinned, 1 << 20);
            assertThat(read(memory, 10)).containsOnly(3);
        } finally {
            cuda.cuMemFreeHost(pinned);
        }
    }

    @Test
    void shouldCopyAsynchronouslyFromAndToPinnedMemory() {
        long stream = cuda.cuStreamCreate(1);
        int size = 3 << 20;
        MemorySegment from = cuda.cuMemAllocHost(size);
        MemorySegment to = cuda.cuMemHostAlloc(size, 0);
        from.copyFrom(random(8, size));
        long memory = cuda.cuMemAlloc(size);
        cuda.cuMemcpyHtoDAsync(memory, from, size, stream);
        cuda.cuMemcpyDtoHAsync(to, memory, size, stream);
        cuda.cuStreamSynchronize(stream);
        assertThat(to.mismatch(from)).isEqualTo(-1);
        cuda.cuMemFreeHost(from);
        cuda.cuMemFreeHost(to);
    }

    @Test
    void shouldCopyOnTheDevice() {
        long a = upload(random(6, 10_000));
        long b = cuda.cuMemAlloc(10_000);
        cuda.cuMemcpyDtoD(b, a, 10_000);
        assertThat(read(b, 10_000)).isEqualTo(array(random(6, 10_000)));
    }

    @Test
    void shouldFill() {
        long memory = cuda.cuMemAlloc(4096);
        cuda.cuMemsetD32(memory, 0xDEADBEEF, 10);
        cuda.cuMemsetD16(memory + 40, 0x1234, 10);
        cuda.cuMemsetD8(memory + 60, 0xAB, 10);
        MemorySegment back = MemorySegment.ofArray(read(memory, 71));
        assertThat(back.get(ValueLayout.JAVA_INT_UNALIGNED, 36)).isEqualTo(0xDEADBEEF);
        assertThat(back.get(ValueLayout.JAVA_SHORT_UNALIGNED, 58)).isEqualTo((short) 0x1234);
        assertThat(back.get(ValueLayout.JAVA_BYTE, 69)).isEqualTo((byte) 0xAB);
        assertThat(back.get(ValueLayout.JAVA_BYTE, 70)).isZero();
    }

    @Test
    void shouldRefuseCopiesOutOfRange() {
        long memory = cuda.cuMemAlloc(1024);
        MemorySegment host = MemorySegment.ofArray(new byte[2048]);
        shouldFail("CUDA_ERROR_INVALID_VALUE", () -> cuda.cuMemcpyHtoD(memory, host, 2048));
        shouldFail("CUDA_ERROR_INVALID_VALUE", () -> cuda.cuMemcpyDtoH(host, memory + 1000, 1000));
        shouldFail("CUDA_ERROR_INVALID_VALUE", () -> cuda.cuMemcpyDtoH(host, 0x1234, 16));
        shouldFail("CUDA_ERROR_INVALID_VALUE", () -> cuda.cuMemsetD8(memory, 1, 1025));
        cuda.cuMemcpyHtoD(memory, host, 1024);
    }

    @Test
    void shouldRefuseHostBuffersThatAreTooSmall() {
        long memory = cuda.cuMemAlloc(1024);
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> cuda.cuMemcpyHtoD(memory, MemorySegment.ofArray(new byte[10]), 1024))
                .hasMessageContaining("10")
                .hasMessageContaining("1024");
    }

    @Test
    void shouldDoNothingForEmptyCopies() {
        long memory = cuda.cuMemAlloc(16);
        cuda.cuMemcpyHtoD(memory, MemorySegment.ofArray(new byte[0]), 0);
        cuda.cuMemcpyDtoH(MemorySegment.ofArray(new byte[0]), memory, 0);
        cuda.cuCtxSynchronize();
    }
}
