package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUDA_MEMCPY2D;
import dev.hira.api.cuda.CUDA_MEMCPY3D;
import dev.hira.api.cuda.CUmemorytype;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PitchedCopiesConformanceTest extends Conformance {
    private static final CUmemorytype HOST = CUmemorytype.CU_MEMORYTYPE_HOST;
    private static final CUmemorytype DEVICE = CUmemorytype.CU_MEMORYTYPE_DEVICE;

    @Test
    void shouldCopyAPartOfAPitchedHostAreaToAPitchedDeviceArea() {
        MemorySegment host = random(1, 100 * 50);
        var area = cuda.cuMemAllocPitch(64, 20, 4);
        cuda.cuMemsetD8(area.dptr(), 0, area.pPitch() * 20);
        // 30 bytes of each of 8 rows, from column 10, row 5, to column 4, row 2.
        cuda.cuMemcpy2D(
                new CUDA_MEMCPY2D(
                        10, 5, HOST, 0, 100, 4, 2, DEVICE, area.dptr(), area.pPitch(), 30, 8),
                host,
                null);
        byte[] device = read(area.dptr(), Math.toIntExact(area.pPitch() * 20));
        for (int row = 0; row < 20; row++) {
            for (int column = 0; column < 64; column++) {
                boolean inside = row >= 2 && row < 10 && column >= 4 && column < 34;
                byte expected =
                        inside
                                ? host.get(
                                        ValueLayout.JAVA_BYTE,
                                        (row - 2 + 5) * 100L + column - 4 + 10)
                                : 0;
                assertThat(device[(int) (row * area.pPitch() + column)])
                        .as("row %d, column %d", row, column)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void shouldWriteOnlyTheRowsOfAPitchedHostArea() {
        long memory = upload(random(2, 40 * 10));
        MemorySegment host = MemorySegment.ofArray(new byte[60 * 12]);
        host.fill((byte) 0x55);
        cuda.cuMemcpy2D(
                new CUDA_MEMCPY2D(0, 0, DEVICE, memory, 40, 7, 1, HOST, 0, 60, 40, 10), null, host);
        byte[] sent = array(random(2, 400));
        for (int row = 0; row < 12; row++) {
            for (int column = 0; column < 60; column++) {
                boolean inside = row >= 1 && row < 11 && column >= 7 && column < 47;
                assertThat(host.get(ValueLayout.JAVA_BYTE, row * 60L + column))
                        .as("row %d, column %d", row, column)
                        .isEqualTo(inside ? sent[(row - 1) * 40 + column - 7] : 0x55);
            }
        }
    }

    @Test
    void shouldCopyLargePitchedAreas() {
        int width = 3000;
        int height = 2500;
        MemorySegment host = random(3, 4096 * height);
        long memory = cuda.cuMemAlloc((long) width * height);
        cuda.cuMemcpy2D(
                new CUDA_MEMCPY2D(0, 0, HOST, 0, 4096, 0, 0, DEVICE, memory, width, width, height),
                host,
                null);
        MemorySegment back = MemorySegment.ofArray(new byte[4096 * height]);
        cuda.cuMemcpy2D(
                new CUDA_MEMCPY2D(0, 0, DEVICE, memory, width, 0, 0, HOST, 0, 4096, width, height),
                null,
                back);
        for (int row = 0; row < height; row++) {
            assertThat(back.asSlice(row * 4096L, width).mismatch(host.asSlice(row * 4096L, width)))
                    .as("row " + row)
                    .isEqualTo(-1);
            assertThat(back.get(ValueLayout.JAVA_BYTE, row * 4096L + width)).isZero();
        }
    }

    @Test
    void shouldCopyRowsThatOneFrameCannotCarry() {
        int width = 5_000_001;
        MemorySegment host = random(6, 2 * width);
        long memory = cuda.cuMemAlloc(2L * width + 8);
        cuda.cuMemcpy2D(
                new CUDA_MEMCPY2D(0, 0, HOST, 0, 0, 3, 0, DEVICE, memory, width + 3, width, 2),
                host,
                null);
        MemorySegment back = MemorySegment.ofArray(new byte[2 * width]);
        cuda.cuMemcpy2D(
                new CUDA_MEMCPY2D(3, 0, DEVICE, memory, width + 3, 0, 0, HOST, 0, 0, width, 2),
                null,
                back);
        assertThat(back.mismatch(host)).isEqualTo(-1);
    }

    @Test
    void shouldCopySlices() {
        MemorySegment host = random(4, 10 * 6 * 4);
        long memory = cuda.cuMemAlloc(10 * 6 * 4);
        cuda.cuMemsetD8(memory, 0, 240);
        // 5 bytes of 2 rows of 3 slices, from (2, 1, 1) to (0, 0, 0).
        cuda.cuMemcpy3D(
                new CUDA_MEMCPY3D(2, 1, 1, HOST, 0, 10, 6, 0, 0, 0, DEVICE, memory, 10, 6, 5, 2, 3),
                host,
                null);
        byte[] device = read(memory, 240);
        for (int slice = 0; slice < 3; slice++) {
            for (int row = 0; row < 2; row++) {
                for (int column = 0; column < 5; column++) {
                    assertThat(device[slice * 60 + row * 10 + column])
                            .isEqualTo(
                                    host.get(
                                            ValueLayout.JAVA_BYTE,
                                            (slice + 1) * 60L + (row + 1) * 10L + column + 2));
                }
            }
        }
        assertThat(device[5]).isZero();
        assertThat(device[20]).isZero();
    }

    /**
     * One side of a copy.
     *
     * @param pitch as the call gives it: 0 for packed rows
     * @param height as the call gives it: 0 for packed slices
     */
    private record Side(long x, long y, long z, long pitch, long height, long row, long slice) {
        static Side chosen(Random random, long width, long height, boolean packed) {
            boolean packedRows = packed || random.nextBoolean();
            boolean packedSlices = packed || random.nextBoolean();
            long x = packedRows ? 0 : random.nextInt(3);
            long y = packedSlices ? 0 : random.nextInt(3);
            long row = packedRows ? width : width + x + random.nextInt(5);
            long rows = packedSlices ? height : height + y + random.nextInt(2);
            return new Side(
                    x,
                    y,
                    random.nextInt(2),
                    packedRows ? 0 : row,
                    packedSlices ? 0 : rows,
                    row,
                    row * rows);
        }

        long at(long px, long py, long pz) {
            return (z + pz) * slice + (y + py) * row + x + px;
        }

        int bytes(long depth) {
            return Math.toIntExact((z + depth) * slice);
        }
    }

    private static CUDA_MEMCPY3D copy(
            Side from, CUmemorytype source, long at, Side to, CUmemorytype target, long[] extent) {
        return new CUDA_MEMCPY3D(
                from.x(),
                from.y(),
                from.z(),
                source,
                source == DEVICE ? at : 0,
                from.pitch(),
                from.height(),
                to.x(),
                to.y(),
                to.z(),
                target,
                target == DEVICE ? at : 0,
                to.pitch(),
                to.height(),
                extent[0],
                extent[1],
                extent[2]);
    }

    /** Each shape exceeds one part in another dimension. */
    @ParameterizedTest
    @CsvSource({
        "11, 1500000, 1, 1, false", "12, 900000, 2, 1, false", "13, 1200, 900, 2, true",
        "14, 600000, 1, 3, true", "15, 300000, 3, 2, false", "16, 700, 60, 40, false",
        "17, 5000000, 1, 1, true", "18, 5000, 1100, 1, false", "19, 1200, 900, 2, false",
        "20, 900000, 2, 2, true"
    })
    void shouldCopyWhateverShapeIsLarge(
            long seed, long width, long height, long depth, boolean packed) {
        Random random = new Random(seed);
        Side host = Side.chosen(random, width, height, packed);
        Side device = Side.chosen(random, width, height, packed);
        Side back = Side.chosen(random, width, height, packed);
        long[] extent = {width, height, depth};
        String shapes = host + " to " + device + " to " + back;
        MemorySegment sent = random(seed, host.bytes(depth));
        MemorySegment read = MemorySegment.ofArray(new byte[back.bytes(depth)]);
        MemorySegment expected = MemorySegment.ofArray(new byte[back.bytes(depth)]);
        for (long z = 0; z < depth; z++) {
            for (long y = 0; y < height; y++) {
                MemorySegment.copy(sent, host.at(0, y, z), expected, back.at(0, y, z), width);
            }
        }
        long memory = cuda.cuMemAlloc(device.bytes(depth));
        cuda.cuMemcpy3D(copy(host, HOST, memory, device, DEVICE, extent), sent, null);
        cuda.cuMemcpy3D(copy(device, DEVICE, memory, back, HOST, extent), null, read);
        assertThat(read.mismatch(expected)).as(shapes).isEqualTo(-1);
        read.fill((byte) 0);
        cuda.cuMemsetD8(memory, 7, device.bytes(depth));
        cuda.cuCtxSynchronize();
        long stream = cuda.cuStreamCreate(1);
        cuda.cuMemcpy3DAsync(copy(host, HOST, memory, device, DEVICE, extent), sent, null, stream);
        cuda.cuMemcpy3DAsync(copy(device, DEVICE, memory, back, HOST, extent), null, read, stream);
        cuda.cuStreamSynchronize(stream);
        assertThat(read.mismatch(expected)).as("without waiting, %s", shapes).isEqualTo(-1);
        cuda.cuStreamDestroy(stream);
        cuda.cuMemFree(memory);
    }

    @Test
    void shouldCopyBetweenPitchedDeviceAreasWithoutWaiting() {
        long a = upload(random(5, 1000));
        long b = cuda.cuMemAlloc(1000);
        cuda.cuMemsetD8(b, 0, 1000);
        long stream = cuda.cuStreamCreate(1);
        cuda.cuCtxSynchronize();
        cuda.cuMemcpy2DAsync(
                new CUDA_MEMCPY2D(0, 0, DEVICE, a, 100, 0, 0, DEVICE, b, 50, 50, 10),
                null,
                null,
                stream);
        cuda.cuStreamSynchronize(stream);
        byte[] source = array(random(5, 1000));
        byte[] target = read(b, 500);
        for (int i = 0; i < 500; i++) {
            assertThat(target[i]).isEqualTo(source[i / 50 * 100 + i % 50]);
        }
    }

    @Test
    void shouldRefuseAPitchLessThanALongRow() {
        MemorySegment host = random(7, 1_200_000);
        long memory = cuda.cuMemAlloc(2_400_000);
        shouldFail(
                "CUDA_ERROR_INVALID_VALUE",
                () ->
                        cuda.cuMemcpy2D(
                                new CUDA_MEMCPY2D(
                                        0, 0, HOST, 0, 0, 0, 0, DEVICE, memory, 600_000, 1_200_000,
                                        1),
                                host,
                                null));
    }

    @Test
    void shouldRefuseAPitchLessThanTheWidth() {
        long memory = cuda.cuMemAlloc(1000);
        shouldFail(
                "CUDA_ERROR_INVALID_VALUE",
                () ->
                        cuda.cuMemcpy2D(
                                new CUDA_MEMCPY2D(
                                        0,
                                        0,
                                        DEVICE,
                                        memory,
                                        5,
                                        0,
                                        0,
                                        DEVICE,
                                        memory + 512,
                                        10,
                                        10,
                                        3),
                                null,
                                null));
    }
}
