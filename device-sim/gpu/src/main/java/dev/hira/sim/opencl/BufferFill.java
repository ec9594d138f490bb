package dev.hira.sim.opencl;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A fill of memory with a pattern.
 *
 * @param pattern with as few bytes as have the effect
 * @param size the bytes to fill
 */
record BufferFill(MemorySegment pattern, long size) {
    /** The most bytes of a pattern. */
    private static final long MOST_BYTES = 128;

    /** The size of the block that is copied over and over for patterns without a fill. */
    private static final long BLOCK = 64 << 10;

    /** Checks a fill. */
    static BufferFill of(MemorySegment pattern, long offset, long size) {
        long bytes = pattern.byteSize();
        if (bytes == 0
                || bytes > MOST_BYTES
                || Long.bitCount(bytes) != 1
                || offset % bytes != 0
                || size % bytes != 0) {
            throw OpenClFailures.invalidValue(
                    "a pattern of "
                            + bytes
                            + " bytes cannot fill "
                            + size
                            + " bytes from "
                            + offset
                            + " on; it has 1, 2, 4, 8, 16, 32, 64 or 128, of which both are"
                            + " multiples");
        }
        long needed = bytes;
        while (needed > 1 && repeats(pattern, needed / 2)) {
            needed /= 2;
        }
        return new BufferFill(pattern.asSlice(0, needed), size);
    }

    private static boolean repeats(MemorySegment pattern, long half) {
        return pattern.asSlice(0, half).mismatch(pattern.asSlice(half, half)) == -1;
    }

    /** Submits the fill to a stream. */
    void enqueue(CudaDriver cuda, long address, long stream) {
        switch ((int) pattern.byteSize()) {
            case 1 ->
                    cuda.cuMemsetD8Async(
                            address, pattern.get(ValueLayout.JAVA_BYTE, 0), size, stream);
            case 2 ->
                    cuda.cuMemsetD16Async(
                            address,
                            pattern.get(ValueLayout.JAVA_SHORT_UNALIGNED, 0),
                            size / 2,
                            stream);
            case 4 ->
                    cuda.cuMemsetD32Async(
                            address,
                            pattern.get(ValueLayout.JAVA_INT_UNALIGNED, 0),
                            size / 4,
                            stream);
            default -> copy(cuda, address, stream);
        }
    }

    /** Writes a block and copies what is filled behind itself until nothing is left. */
    private void copy(CudaDriver cuda, long address, long stream) {
        long first = Math.min(size, BLOCK);
        MemorySegment block = MemorySegment.ofArray(new byte[(int) first]);
        for (long at = 0; at < first; at += pattern.byteSize()) {
            MemorySegment.copy(pattern, 0, block, at, pattern.byteSize());
        }
        cuda.cuMemcpyHtoDAsync(address, block, first, stream);
        for (long done = first; done < size; ) {
            long more = Math.min(done, size - done);
            cuda.cuMemcpyDtoDAsync(address + done, address, more, stream);
            done += more;
        }
    }
}
