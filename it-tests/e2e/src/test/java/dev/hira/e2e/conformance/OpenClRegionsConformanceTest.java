package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.opencl.ClBufferCreateType;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClEventInfo;
import dev.hira.api.opencl.ClMemInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Regions of two and three dimensions, and buffers that are mapped into host memory. */
final class OpenClRegionsConformanceTest extends OpenClConformance {
    private static final long READ = 1;
    private static final long WRITE = 2;
    private static final long INVALIDATE = 4;
    private static final ClSizes FIRST = new ClSizes(0, 0, 0);

    /** A buffer with 6 slices of 8 rows of 16 bytes. */
    private static final int BYTES = 6 * 8 * 16;

    private static byte[] bytes(int count, int first) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (first + i % 101);
        }
        return bytes;
    }

    private long buffer(byte[] content) {
        return cl.clCreateBuffer(
                context, 1 | (1 << 5), content.length, MemorySegment.ofArray(content));
    }

    private byte[] content(long buffer, int count) {
        byte[] back = new byte[count];
        cl.clEnqueueReadBuffer(queue, buffer, true, 0, count, MemorySegment.ofArray(back), NONE, 0);
        return back;
    }

    /** Copies a region as the specification says. */
    private static void copy(
            byte[] from,
            ClSizes fromOrigin,
            long fromRow,
            long fromSlice,
            byte[] to,
            ClSizes toOrigin,
            long toRow,
            long toSlice,
            ClSizes region) {
        for (long z = 0; z < region.z(); z++) {
            for (long y = 0; y < region.y(); y++) {
                for (long x = 0; x < region.x(); x++) {
                    to[at(toOrigin, x, y, z, toRow, toSlice)] =
                            from[at(fromOrigin, x, y, z, fromRow, fromSlice)];
                }
            }
        }
    }

    private static int at(ClSizes origin, long x, long y, long z, long row, long slice) {
        return (int) ((origin.z() + z) * slice + (origin.y() + y) * row + origin.x() + x);
    }

    @Test
    void shouldReadWriteAndCopyRegions() {
        byte[] expected = bytes(BYTES, 1);
        long buffer = buffer(expected);
        byte[] host = bytes(5 * 5 * 7, 3);
        for (ClSizes region : new ClSizes[] {new ClSizes(5, 3, 1), new ClSizes(4, 3, 2)}) {
            ClSizes here = new ClSizes(2, 1, 3);
            ClSizes there = new ClSizes(1, 1, 1);
            cl.clEnqueueWriteBufferRect(
                    queue,
                    buffer,
                    false,
                    here,
                    there,
                    region,
                    16,
                    128,
                    7,
                    35,
                    MemorySegment.ofArray(host),
                    NONE,
                    0);
            copy(host, there, 7, 35, expected, here, 16, 128, region);
            assertThat(content(buffer, BYTES)).as("written %s", region).isEqualTo(expected);
            for (boolean blocking : new boolean[] {true, false}) {
                byte[] read = bytes(5 * 5 * 7, 50);
                byte[] wanted = read.clone();
                long event = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_READ_BUFFER_RECT);
                cl.clEnqueueReadBufferRect(
                        queue,
                        buffer,
                        blocking,
                        there,
                        here,
                        region,
                        16,
                        128,
                        7,
                        35,
                        MemorySegment.ofArray(read),
                        NONE,
                        blocking ? 0 : event);
                if (!blocking) {
                    cl.clWaitForEvents(new long[] {event});
                }
                copy(expected, there, 16, 128, wanted, here, 7, 35, region);
                assertThat(read).as("read %s", region).isEqualTo(wanted);
            }
            cl.clEnqueueCopyBufferRect(
                    queue, buffer, buffer, here, FIRST, region, 16, 128, 16, 128, NONE, 0);
            copy(expected.clone(), here, 16, 128, expected, FIRST, 16, 128, region);
            assertThat(content(buffer, BYTES)).as("copied %s", region).isEqualTo(expected);
        }
    }

    @Test
    void shouldMoveLargeRegions() {
        moveThere(true, new ClSizes(3000, 1000, 1), 4096, 0);
        for (ClSizes region :
                new ClSizes[] {
                    new ClSizes(5_000_001, 1, 1),
                    new ClSizes(900_001, 2, 2),
                    new ClSizes(3000, 1500, 2)
                }) {
            long row = region.x() + 7;
            moveThere(false, region, row, row * (region.y() + 1));
        }
    }

    /** Writes a region to a buffer with these pitches and reads it back. */
    private void moveThere(boolean blocking, ClSizes region, long row, long slice) {
        byte[] sent = bytes((int) (region.x() * region.y() * region.z()), 9);
        byte[] back = new byte[sent.length];
        long buffer = buffer(Math.max(slice, row * region.y()) * region.z());
        MemorySegment from = MemorySegment.ofArray(sent);
        MemorySegment to = MemorySegment.ofArray(back);
        cl.clEnqueueWriteBufferRect(
                queue, buffer, blocking, FIRST, FIRST, region, row, slice, 0, 0, from, NONE, 0);
        cl.clEnqueueReadBufferRect(
                queue, buffer, true, FIRST, FIRST, region, row, slice, 0, 0, to, NONE, 0);
        assertThat(Arrays.equals(back, sent)).as("%s", region).isTrue();
        cl.clReleaseMemObject(buffer);
    }

    @Test
    void shouldMapMoreThanOneFrameCarries() {
        int size = 9_000_001;
        byte[] expected = bytes(size, 21);
        long buffer = buffer(expected);
        MemorySegment memory = map(buffer, READ | WRITE, 1, size - 1);
        assertThat(memory.mismatch(MemorySegment.ofArray(expected).asSlice(1))).isEqualTo(-1);
        expected[5_000_000] ^= 1;
        memory.set(ValueLayout.JAVA_BYTE, 4_999_999, expected[5_000_000]);
        unmap(buffer, memory);
        assertThat(Arrays.equals(content(buffer, size), expected)).isTrue();
    }

    private void read(long of, ClSizes origin, ClSizes region, long row, long slice, long[] waits) {
        cl.clEnqueueReadBufferRect(
                queue,
                of,
                true,
                origin,
                FIRST,
                region,
                row,
                slice,
                0,
                0,
                MemorySegment.ofArray(new byte[64]),
                waits,
                0);
    }

    private void copyRect(long from, long to, ClSizes target, ClSizes region, long row) {
        cl.clEnqueueCopyBufferRect(queue, from, to, FIRST, target, region, 16, 0, row, 0, NONE, 0);
    }

    @Test
    void shouldRefuseRegionsThatAreNotPossible() {
        long buffer = buffer(BYTES);
        long other = buffer(BYTES);
        ClSizes small = new ClSizes(4, 2, 2);
        ClSizes empty = new ClSizes(4, 0, 1);
        ClSizes far = new ClSizes(Long.MAX_VALUE, 2, 2);
        shouldFail(ClResult.CL_INVALID_VALUE, () -> read(buffer, FIRST, empty, 0, 0, NONE));
        shouldFail(ClResult.CL_INVALID_VALUE, () -> read(buffer, FIRST, small, 3, 0, NONE));
        shouldFail(ClResult.CL_INVALID_VALUE, () -> read(buffer, FIRST, small, 16, 17, NONE));
        shouldFail(ClResult.CL_INVALID_VALUE, () -> read(buffer, FIRST, far, 0, 0, NONE));
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () -> read(buffer, new ClSizes(0, 0, 6), small, 16, 128, NONE));
        shouldFail(ClResult.CL_INVALID_MEM_OBJECT, () -> read(queue, FIRST, small, 0, 0, NONE));
        shouldFail(
                ClResult.CL_INVALID_EVENT_WAIT_LIST,
                () -> read(buffer, FIRST, small, 0, 0, new long[] {77}));
        ClSizes near = new ClSizes(2, 0, 0);
        ClSizes beside = new ClSizes(8, 0, 0);
        copyRect(buffer, buffer, beside, small, 16);
        copyRect(buffer, other, near, small, 8);
        shouldFail(ClResult.CL_MEM_COPY_OVERLAP, () -> copyRect(buffer, buffer, near, small, 16));
        shouldFail(ClResult.CL_INVALID_VALUE, () -> copyRect(buffer, buffer, beside, small, 32));
        shouldFail(ClResult.CL_INVALID_VALUE, () -> copyRect(buffer, other, FIRST, empty, 16));
        shouldFail(ClResult.CL_INVALID_MEM_OBJECT, () -> copyRect(buffer, queue, FIRST, small, 16));
        long hidden = cl.clCreateBuffer(context, 1 << 9, BYTES, null);
        shouldFail(ClResult.CL_INVALID_OPERATION, () -> read(hidden, FIRST, small, 0, 0, NONE));
        shouldFail(
                ClResult.CL_INVALID_OPERATION,
                () ->
                        cl.clEnqueueWriteBufferRect(
                                queue,
                                hidden,
                                true,
                                FIRST,
                                FIRST,
                                small,
                                0,
                                0,
                                0,
                                0,
                                MemorySegment.ofArray(new byte[64]),
                                NONE,
                                0));
        long foreign = cl.clCreateContext(NONE, new long[] {device});
        long elsewhere = cl.clCreateBuffer(foreign, 1, BYTES, null);
        shouldFail(ClResult.CL_INVALID_CONTEXT, () -> read(elsewhere, FIRST, small, 0, 0, NONE));
        shouldFail(
                ClResult.CL_INVALID_CONTEXT, () -> copyRect(buffer, elsewhere, FIRST, small, 16));
        long taken = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_COPY_BUFFER_RECT);
        cl.clEnqueueMarkerWithWaitList(queue, NONE, taken);
        cl.clEnqueueMarkerWithWaitList(queue, NONE, 0);
        shouldFail(
                ClResult.CL_INVALID_EVENT,
                () ->
                        cl.clEnqueueCopyBufferRect(
                                queue, buffer, other, FIRST, FIRST, small, 0, 0, 0, 0, NONE,
                                taken));
        shouldFail(
                ClResult.CL_INVALID_COMMAND_QUEUE,
                () ->
                        cl.clEnqueueCopyBufferRect(
                                context, buffer, other, FIRST, FIRST, small, 0, 0, 0, 0, NONE, 0));
    }

    private int mapped(long buffer) {
        return small((size, value) ->
                cl.clGetMemObjectInfo(buffer, ClMemInfo.CL_MEM_MAP_COUNT, size, value));
    }

    private MemorySegment map(long buffer, long flags, long offset, long size) {
        return cl.clEnqueueMapBuffer(queue, buffer, true, flags, offset, size, NONE, 0);
    }

    private void unmap(long buffer, MemorySegment memory) {
        cl.clEnqueueUnmapMemObject(queue, buffer, memory, NONE, 0);
    }

    @Test
    void shouldMapBuffers() {
        byte[] expected = bytes(BYTES, 5);
        long buffer = buffer(expected);
        MemorySegment read = map(buffer, READ, 100, 50);
        assertThat(read.toArray(ValueLayout.JAVA_BYTE)).startsWith(expected[100]).hasSize(50);
        MemorySegment changed = map(buffer, READ | WRITE, 0, 10);
        assertThat(mapped(buffer)).isEqualTo(2);
        changed.set(ValueLayout.JAVA_BYTE, 3, (byte) 77);
        read.set(ValueLayout.JAVA_BYTE, 0, (byte) 78);
        unmap(buffer, changed);
        unmap(buffer, read);
        assertThat(mapped(buffer)).isZero();
        expected[3] = 77;
        assertThat(content(buffer, BYTES)).isEqualTo(expected);
        long mapping = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_MAP_BUFFER);
        MemorySegment late =
                cl.clEnqueueMapBuffer(queue, buffer, false, WRITE, 0, BYTES, NONE, mapping);
        cl.clWaitForEvents(new long[] {mapping});
        assertThat(
                        small((size, value) ->
                                cl.clGetEventInfo(
                                        mapping, ClEventInfo.CL_EVENT_COMMAND_TYPE, size, value)))
                .isEqualTo(ClCommandType.CL_COMMAND_MAP_BUFFER.value());
        assertThat(late.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected);
        unmap(buffer, late);
        long region =
                cl.clCreateSubBuffer(
                        buffer, 0, ClBufferCreateType.CL_BUFFER_CREATE_TYPE_REGION, 512, 100);
        MemorySegment fresh = map(region, INVALIDATE, 20, 4);
        fresh.copyFrom(MemorySegment.ofArray(new byte[] {1, 2, 3, 4}));
        unmap(region, fresh);
        assertThat(content(buffer, 536)).endsWith(1, 2, 3, 4);
        cl.clEnqueueMigrateMemObjects(queue, new long[] {buffer, region}, 3, NONE, 0);
        cl.clFinish(queue);
    }

    @Test
    void shouldMapTheMemoryThatABufferUses() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mine = arena.allocate(64);
            mine.fill((byte) 6);
            long buffer = cl.clCreateBuffer(context, 1 | (1 << 3), 64, mine);
            assertThat(
                            number((size, value) ->
                                    cl.clGetMemObjectInfo(
                                            buffer, ClMemInfo.CL_MEM_HOST_PTR, size, value)))
                    .isEqualTo(mine.address());
            MemorySegment seven = MemorySegment.ofArray(new byte[] {7});
            cl.clEnqueueFillBuffer(queue, buffer, seven, 8, 8, NONE, 0);
            MemorySegment memory = map(buffer, READ | WRITE, 8, 16);
            assertThat(memory.address()).isEqualTo(mine.address() + 8);
            assertThat(mine.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(0x0707070707070707L);
            mine.set(ValueLayout.JAVA_BYTE, 8, (byte) 9);
            unmap(buffer, memory);
            assertThat(content(buffer, 10)).endsWith(6, 9, 7);
        }
        long pinned = cl.clCreateBuffer(context, 1 | (1 << 4), 64, null);
        assertThat(
                        number((size, value) ->
                                cl.clGetMemObjectInfo(
                                        pinned, ClMemInfo.CL_MEM_HOST_PTR, size, value)))
                .isZero();
        unmap(pinned, map(pinned, READ, 0, 64));
    }

    @Test
    void shouldMapForWritingWhatTheHostCannotReadOtherwise() {
        long writeOnly = cl.clCreateBuffer(context, 1 << 7, 16, null);
        long copy = buffer(16);
        MemorySegment five = MemorySegment.ofArray(new int[] {5});
        cl.clEnqueueFillBuffer(queue, writeOnly, five, 0, 16, NONE, 0);
        MemorySegment memory = map(writeOnly, WRITE, 4, 8);
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, 0, 7);
        unmap(writeOnly, memory);
        cl.clEnqueueCopyBuffer(queue, writeOnly, copy, 0, 0, 16, NONE, 0);
        assertThat(readInts(copy, 4)).containsExactly(5, 7, 5, 5);
    }

    @Test
    void shouldRefuseMapsThatAreNotPossible() {
        long buffer = buffer(64);
        long readOnly = cl.clCreateBuffer(context, 1 << 8, 64, null);
        long writeOnly = cl.clCreateBuffer(context, 1 << 7, 64, null);
        shouldFail(ClResult.CL_INVALID_VALUE, () -> map(buffer, READ, 60, 5));
        shouldFail(ClResult.CL_INVALID_VALUE, () -> map(buffer, READ, 0, 0));
        shouldFail(ClResult.CL_INVALID_VALUE, () -> map(buffer, 8, 0, 4));
        shouldFail(ClResult.CL_INVALID_VALUE, () -> map(buffer, WRITE | INVALIDATE, 0, 4));
        shouldFail(ClResult.CL_INVALID_OPERATION, () -> map(readOnly, WRITE, 0, 4));
        shouldFail(ClResult.CL_INVALID_OPERATION, () -> map(writeOnly, READ, 0, 4));
        shouldFail(ClResult.CL_INVALID_MEM_OBJECT, () -> map(queue, READ, 0, 4));
        shouldFail(
                ClResult.CL_INVALID_COMMAND_QUEUE,
                () -> cl.clEnqueueMapBuffer(context, buffer, true, READ, 0, 4, NONE, 0));
        shouldFail(
                ClResult.CL_INVALID_EVENT_WAIT_LIST,
                () -> cl.clEnqueueMapBuffer(queue, buffer, true, READ, 0, 4, new long[] {7}, 0));
        shouldFail(
                ClResult.CL_INVALID_EVENT,
                () -> cl.clEnqueueMapBuffer(queue, buffer, true, READ, 0, 4, NONE, 7));
        assertThat(mapped(buffer)).isZero();
        MemorySegment memory = map(buffer, READ, 0, 4);
        shouldFail(ClResult.CL_INVALID_VALUE, () -> unmap(readOnly, memory));
        shouldFail(ClResult.CL_INVALID_MEM_OBJECT, () -> unmap(queue, memory));
        unmap(buffer, memory);
        shouldFail(ClResult.CL_INVALID_VALUE, () -> unmap(buffer, memory));
        long[] one = {buffer};
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () -> cl.clEnqueueMigrateMemObjects(queue, NONE, 0, NONE, 0));
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () -> cl.clEnqueueMigrateMemObjects(queue, one, 4, NONE, 0));
        shouldFail(
                ClResult.CL_INVALID_MEM_OBJECT,
                () -> cl.clEnqueueMigrateMemObjects(queue, new long[] {queue}, 0, NONE, 0));
        shouldFail(
                ClResult.CL_INVALID_EVENT,
                () -> cl.clEnqueueMigrateMemObjects(queue, one, 0, NONE, 7));
    }
}
