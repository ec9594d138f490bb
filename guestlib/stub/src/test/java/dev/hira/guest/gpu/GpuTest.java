package dev.hira.guest.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import dev.hira.guest.call.SessionException;
import dev.hira.wire.LinkStatus;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the typed layer on the simulated device in this process. */
@Timeout(240)
class GpuTest {
    private final Gpu gpu = Gpu.connect("sim:");

    @AfterEach
    void close() {
        gpu.close();
    }

    @Test
    void shouldDownloadTheUploadedElements() {
        try (GpuFloats floats = gpu.upload(1f, 2f, 3f);
                GpuInts ints = gpu.upload(4, 5);
                GpuLongs longs = gpu.upload(6L, 7L);
                GpuDoubles doubles = gpu.upload(8.5, 9.5);
                GpuBytes bytes = gpu.upload(new byte[] {10, 11})) {
            assertThat(floats.download()).containsExactly(1f, 2f, 3f);
            assertThat(ints.download()).containsExactly(4, 5);
            assertThat(longs.download()).containsExactly(6L, 7L);
            assertThat(doubles.download()).containsExactly(8.5, 9.5);
            assertThat(bytes.download()).containsExactly(10, 11);
        }
    }

    @Test
    void shouldFillAllTypes() {
        try (GpuFloats floats = gpu.floats(100);
                GpuInts ints = gpu.ints(100);
                GpuLongs longs = gpu.longs(10_000);
                GpuDoubles doubles = gpu.doubles(100);
                GpuBytes bytes = gpu.bytes(101)) {
            assertThat(floats.fill(1.5f).download()).containsOnly(1.5f);
            assertThat(ints.fill(-3).download()).containsOnly(-3);
            assertThat(longs.fill(1L << 40).download()).containsOnly(1L << 40);
            assertThat(doubles.fill(Math.PI).download()).containsOnly(Math.PI);
            assertThat(bytes.fill((byte) -1).download()).containsOnly((byte) -1);
        }
    }

    @Test
    void shouldFillAllTypesInAStream() {
        try (GpuStream stream = gpu.stream();
                GpuFloats floats = gpu.floats(100).fill(1.5f, stream);
                GpuInts ints = gpu.ints(100).fill(-3, stream);
                GpuLongs longs = gpu.longs(10_000).fill(1L << 40, stream);
                GpuDoubles doubles = gpu.doubles(100).fill(Math.PI, stream);
                GpuBytes bytes = gpu.bytes(101).fill((byte) -1, stream)) {
            stream.synchronize();
            assertThat(floats.download()).containsOnly(1.5f);
            assertThat(ints.download()).containsOnly(-3);
            assertThat(longs.download()).containsOnly(1L << 40);
            assertThat(doubles.download()).containsOnly(Math.PI);
            assertThat(bytes.download()).containsOnly((byte) -1);
        }
    }

    @Test
    void shouldSeeASliceAsPartOfTheWhole() {
        try (GpuInts whole = gpu.ints(100).fill(1)) {
            GpuInts middle = whole.slice(40, 20);
            middle.fill(2);
            middle.slice(5, 1).upload(new int[] {3});
            middle.close();

            int[] all = whole.download();
            assertThat(all[39]).isEqualTo(1);
            assertThat(all[40]).isEqualTo(2);
            assertThat(all[45]).isEqualTo(3);
            assertThat(all[59]).isEqualTo(2);
            assertThat(all[60]).isEqualTo(1);
            assertThatThrownBy(() -> whole.slice(90, 11))
                    .hasMessageContaining("11 elements from 90")
                    .hasMessageContaining("GpuInts[100]");
        }
    }

    @Test
    void shouldWorkInAStream() {
        try (GpuStream stream = gpu.stream();
                GpuInts a = gpu.ints(1000);
                GpuInts b = gpu.ints(1000);
                PinnedBuffer host = gpu.pinned(4000)) {
            a.fill(7, stream).copyTo(b, stream);
            b.download(host.segment(), stream);
            stream.synchronize();

            assertThat(host.segment().toArray(ValueLayout.JAVA_INT)).containsOnly(7);
            assertThat(stream.isDone()).isTrue();
            assertThat(host.buffer().getInt(0)).isEqualTo(7);
        }
    }

    @Test
    void shouldRunCodeOfTheProgramInAStream() throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        try (GpuStream stream = gpu.stream()) {
            stream.then(ran::countDown);

            assertThat(ran.await(120, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void shouldMeasureWithEvents() {
        try (GpuStream stream = gpu.stream();
                GpuStream other = gpu.independentStream();
                GpuBytes data = gpu.bytes(1 << 20);
                GpuEvent start = stream.record();
                GpuEvent end = gpu.event()) {
            data.zero(stream);
            stream.record(end);
            other.await(end);
            other.synchronize();

            assertThat(end.isDone()).isTrue();
            assertThat(end.millisSince(start)).isNotNegative();
        }
    }

    @Test
    void shouldDescribeTheDevice() {
        DeviceInfo device = gpu.device();

        assertThat(device.name()).isNotEmpty();
        assertThat(device.memoryBytes()).isEqualTo(gpu.memory().total());
        assertThat(device.warpSize()).isEqualTo(32);
        assertThat(gpu.deviceCount()).isPositive();
        long before = gpu.memory().free();
        try (GpuBytes data = gpu.bytes(1 << 20)) {
            assertThat(before - gpu.memory().free()).isGreaterThanOrEqualTo(data.byteSize());
        }
        assertThat(gpu.memory().free()).isEqualTo(before);
    }

    @Test
    void shouldCloseWithoutRepeatingAFailureOfTheDevicesWork() {
        FakeDriver.Answer failed =
                _ -> {
                    throw new CudaException(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, "a stray write");
                };
        FakeDriver fake = new FakeDriver();
        int handled = 0;
        try (Gpu gpu = Gpu.on(fake.driver(), 0);
                GpuFloats _ = gpu.floats(10);
                GpuStream _ = gpu.stream();
                GpuEvent _ = gpu.event();
                GpuModule _ = gpu.load("text")) {
            for (String call :
                    List.of(
                            "cuCtxSynchronize",
                            "cuMemFree",
                            "cuStreamDestroy",
                            "cuEventDestroy",
                            "cuModuleUnload",
                            "cuDevicePrimaryCtxRelease")) {
                fake.on(call, failed);
            }
            try {
                gpu.synchronize();
            } catch (CudaException e) {
                handled++;
            }
        }
        assertThat(handled).isEqualTo(1);
        // The first call may only report an earlier failure, so it is made again.
        assertThat(fake.calls("cuDevicePrimaryCtxRelease")).hasSize(2);
    }

    @Test
    void shouldThrowOtherFailuresOnClose() {
        FakeDriver fake = new FakeDriver();
        Gpu gpu = Gpu.on(fake.driver(), 0);
        GpuFloats data = gpu.floats(10);
        fake.on(
                "cuMemFree",
                _ -> {
                    throw new CudaException(CUresult.CUDA_ERROR_INVALID_VALUE, "nothing there");
                });
        assertThatThrownBy(data::close).hasMessageContaining("nothing there");
    }

    @Test
    void shouldRefuseClosedObjects() {
        GpuFloats data = gpu.floats(10);
        data.close();
        data.close();
        GpuStream stream = gpu.stream();
        stream.close();
        stream.close();

        assertThatThrownBy(data::download)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("GpuFloats[10] has been closed and cannot be used any more");
        assertThatThrownBy(stream::synchronize).isInstanceOf(IllegalStateException.class);
        gpu.close();
        gpu.close();
        assertThatThrownBy(gpu::memory).hasMessageContaining("the GPU has been closed");
    }

    @Test
    void shouldCloseQuietlyWhenTheSessionIsGone() {
        FakeDriver fake = new FakeDriver();
        Gpu remote = Gpu.on(fake.driver(), 0);
        GpuStream stream = remote.stream();
        CudaException gone = new CudaException(CUresult.CUDA_ERROR_DEVICE_UNAVAILABLE, "gone");
        gone.initCause(new SessionException(LinkStatus.NORMAL, "an operator closed the session"));
        for (String release : List.of("cuStreamDestroy", "cuDevicePrimaryCtxRelease")) {
            fake.on(
                    release,
                    _ -> {
                        throw gone;
                    });
        }
        stream.close();
        remote.close();
        assertThat(fake.calls("cuStreamDestroy")).hasSize(1);
        assertThat(fake.calls("cuDevicePrimaryCtxRelease")).isNotEmpty();
    }

    @Test
    void shouldRefuseCopiesThatDoNotFit() {
        try (GpuInts data = gpu.ints(10);
                GpuInts small = gpu.ints(5)) {
            assertThatThrownBy(() -> data.upload(new int[11]))
                    .hasMessage("the host memory holds 44 bytes where GpuInts[10] has 40");
            assertThatThrownBy(() -> data.download(MemorySegment.ofArray(new long[6])))
                    .hasMessageContaining("has room for 48 bytes");
            assertThatThrownBy(() -> data.copyTo(small))
                    .hasMessageContaining("GpuInts[10] does not fit into GpuInts[5]");
            assertThatThrownBy(() -> gpu.ints(0)).hasMessageContaining("at least one");
            assertThatThrownBy(() -> gpu.floats(1L << 62))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "a buffer of 4611686018427387904 elements of 4 bytes is larger than"
                                    + " any memory");
        }
    }

    @Test
    void shouldNameTheDevicesMemoryWhereABufferIsFarTooLarge() {
        for (long elements : new long[] {1L << 33, 1L << 40}) {
            assertThatThrownBy(() -> gpu.floats(elements))
                    .isInstanceOfSatisfying(
                            CudaException.class,
                            e -> assertThat(e.error()).isEqualTo(CUresult.CUDA_ERROR_OUT_OF_MEMORY))
                    .hasMessageEndingWith(
                            "there is no room for %d bytes on a device that has %d"
                                    .formatted(4 * elements, gpu.device().memoryBytes()));
        }
    }

    @Test
    void shouldRefuseTheMemoryOfAClosedPinnedBufferInItsCallOnly() {
        try (GpuBytes data = gpu.bytes(1000)) {
            PinnedBuffer pinned = gpu.pinned(1000);
            MemorySegment segment = pinned.segment();
            pinned.close();
            assertThatThrownBy(() -> data.upload(segment))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("was given memory that has been freed");
            assertThat(data.fill((byte) 3).download()).containsOnly(3);
        }
    }

    @Test
    void shouldWorkFromAnyThread() throws InterruptedException {
        int[][] result = new int[1][];
        try (GpuInts data = gpu.ints(10)) {
            Thread.ofPlatform().start(() -> result[0] = data.fill(4).download()).join();
        }

        assertThat(result[0]).containsOnly(4);
    }

    @Test
    void shouldSeeBytesAsOtherTypes() {
        try (GpuBytes bytes = gpu.upload(MemorySegment.ofArray(new int[] {1, 2, 3, 4}))) {
            assertThat(bytes.asInts().download()).containsExactly(1, 2, 3, 4);
            assertThat(bytes.slice(8, 8).asInts().download()).containsExactly(3, 4);
            assertThatThrownBy(() -> bytes.slice(0, 6).asInts()).hasMessageContaining("multiples");
        }
    }

    @Test
    void shouldNameTheArtifactThatCompiles() {
        try (Gpu gpu = Gpu.on(new FakeDriver().driver(), 0)) {
            assertThatThrownBy(() -> gpu.compile("__global__ void k() {}"))
                    .isInstanceOf(GpuCompileException.class)
                    .hasMessageContaining("'./hira guest-jar --compiler FOLDER'")
                    .hasMessageContaining("the artifact dev.hira:hira-sim-compiler");
        }
    }
}
