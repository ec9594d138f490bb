package dev.hira.guest.gpu;

import dev.hira.api.cuda.CudaDriver;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Memory on the device, seen as elements of one type; or a slice of such memory, which is valid as
 * long as the whole. Methods without a stream return when the work is done; those with a stream
 * queue it there.
 *
 * @param <B> the buffer's own type
 * @param <A> the type of arrays of its elements
 */
public abstract sealed class GpuBuffer<B extends GpuBuffer<B, A>, A> implements AutoCloseable
        permits GpuBytes, GpuInts, GpuLongs, GpuFloats, GpuDoubles {
    private final Memory memory;
    private final long offset;
    private final long length;
    private final boolean whole;
    private final Kind<B, A> kind;

    GpuBuffer(Memory memory, long offset, long length, boolean whole, Kind<B, A> kind) {
        this.memory = memory;
        this.offset = offset;
        this.length = length;
        this.whole = whole;
        this.kind = kind;
    }

    /**
     * The differences between buffer types.
     *
     * @param size the bytes of an element
     * @param array makes an array of a length
     * @param segment views an array as memory
     * @param view makes a buffer
     */
    record Kind<B, A>(
            int size, IntFunction<A> array, Function<A, MemorySegment> segment, View<B> view) {}

    /** Makes a buffer of some memory, and owns the memory if it covers all of it. */
    @FunctionalInterface
    interface View<B> {
        B of(Memory memory, long offset, long length, boolean whole);
    }

    /** Returns this buffer with its own type. */
    abstract B self();

    /** Returns the number of elements. */
    public final long length() {
        return length;
    }

    /** Returns the number of bytes. */
    public final long byteSize() {
        return length * kind.size();
    }

    /** Returns the bytes of one element. */
    public final int elementSize() {
        return kind.size();
    }

    /** Returns the address on the device. */
    public final long address() {
        memory.lifetime().require(this);
        return memory.address() + offset;
    }

    /**
     * Returns a view of some of the elements. It shares the memory and need not be closed.
     *
     * <pre>{@code
     * data.slice(100, 50).fill(0);
     * }</pre>
     */
    public final B slice(long from, long count) {
        requireRange(from, count);
        return kind.view().of(memory, offset + from * kind.size(), count, false);
    }

    // --- copies

    /** Copies an array to the start of this buffer, and waits for it. */
    public final B upload(A from) {
        return upload(host(from, "upload"));
    }

    /** Copies an array to the start of this buffer, in stream order. */
    public final B upload(A from, GpuStream stream) {
        return upload(host(from, "upload"), stream);
    }

    /** Copies the start of this buffer to fill an array, and waits for it. */
    public final void download(A into) {
        download(host(into, "download"));
    }

    /** Fills an array in stream order; it is filled once the stream is synchronized. */
    public final void download(A into, GpuStream stream) {
        download(host(into, "download"), stream);
    }

    /** Returns all elements in a new array. */
    public final A download() {
        A all = kind.array().apply(arrayLength());
        download(all);
        return all;
    }

    /** Copies host memory to the start of this buffer, and waits for it. */
    public final B upload(MemorySegment from) {
        Gpu.given(from, "upload", "the memory");
        requireFits(from.byteSize(), "holds");
        cuda().cuMemcpyHtoD(address(), from, from.byteSize());
        return self();
    }

    /**
     * Copies host memory to the start of this buffer, in stream order. Pinned memory must stay
     * unchanged until the stream is synchronized; other memory has been read when this returns.
     */
    public final B upload(MemorySegment from, GpuStream stream) {
        Gpu.given(from, "upload", "the memory");
        requireFits(from.byteSize(), "holds");
        cuda().cuMemcpyHtoDAsync(address(), from, from.byteSize(), queue(stream));
        return self();
    }

    /** Copies the start of this buffer to fill host memory, and waits for it. */
    public final void download(MemorySegment into) {
        Gpu.given(into, "download", "the memory");
        requireFits(into.byteSize(), "has room for");
        cuda().cuMemcpyDtoH(into, address(), into.byteSize());
    }

    /**
     * Copies the start of this buffer to fill host memory, in stream order. The memory must stay
     * alive until the stream is synchronized, and is filled then.
     */
    public final void download(MemorySegment into, GpuStream stream) {
        Gpu.given(into, "download", "the memory");
        requireFits(into.byteSize(), "has room for");
        cuda().cuMemcpyDtoHAsync(into, address(), into.byteSize(), queue(stream));
    }

    /** Copies all of this buffer to the start of another one, on the device. */
    public final void copyTo(B target) {
        copyTo(target, memory.gpu().defaultStream());
    }

    /** Copies all of this buffer to the start of another one, in stream order. */
    public final void copyTo(B target, GpuStream stream) {
        Gpu.given(target, "copyTo", "the target");
        memory.gpu().requireSession(target.gpu(), target, this);
        if (target.length() < length) {
            throw new IndexOutOfBoundsException(
                    this + " does not fit into " + target + "; copy a slice of it");
        }
        long queue = requireStream(stream).isOf(target.gpu()) ? stream.handle() : queue(stream);
        cuda().cuMemcpyDtoDAsync(target.address(), address(), byteSize(), queue);
    }

    /** Sets all bytes to zero. */
    public final B zero() {
        cuda().cuMemsetD8(address(), 0, byteSize());
        return self();
    }

    /** Sets all bytes to zero, in stream order. */
    public final B zero(GpuStream stream) {
        cuda().cuMemsetD8Async(address(), 0, byteSize(), queue(stream));
        return self();
    }

    // --- for the types

    final CudaDriver cuda() {
        memory.lifetime().require(this);
        return memory.gpu().cuda();
    }

    /** Returns the handle of a stream for work on this memory. */
    final long queue(GpuStream stream) {
        return requireStream(stream).handle(memory.gpu(), this);
    }

    private GpuStream requireStream(GpuStream stream) {
        return stream == null ? Gpu.given(stream, "a method of " + this, "the stream") : stream;
    }

    final Gpu gpu() {
        return memory.gpu();
    }

    private MemorySegment host(A array, String method) {
        return kind.segment().apply(Gpu.given(array, method, "the array"));
    }

    final Memory memory() {
        return memory;
    }

    final long offset() {
        return offset;
    }

    /** Sets all elements to the same 32 bits. */
    final B fill32(int bits) {
        cuda().cuMemsetD32(address(), bits, byteSize() / Integer.BYTES);
        return self();
    }

    final B fill32(int bits, GpuStream stream) {
        cuda().cuMemsetD32Async(address(), bits, byteSize() / Integer.BYTES, queue(stream));
        return self();
    }

    final B fill64(long bits) {
        GpuStream stream = memory.gpu().defaultStream();
        fill64(bits, stream);
        stream.synchronize();
        return self();
    }

    /**
     * Sets all elements to the same 64 bits: as 32-bit halves if they are equal, otherwise by
     * copies.
     */
    final B fill64(long bits, GpuStream stream) {
        if ((int) bits == (int) (bits >>> 32)) {
            return fill32((int) bits, stream);
        }
        long done = Math.min(length, 4096);
        long[] pattern = new long[(int) done];
        Arrays.fill(pattern, bits);
        upload(MemorySegment.ofArray(pattern), stream);
        while (done < length) {
            long more = Math.min(done, length - done);
            long target = address() + done * Long.BYTES;
            cuda().cuMemcpyDtoDAsync(target, address(), more * Long.BYTES, queue(stream));
            done += more;
        }
        return self();
    }

    private int arrayLength() {
        if (length > Integer.MAX_VALUE - 8) {
            throw new IllegalStateException(
                    this + " is larger than an array can be; download it in slices");
        }
        return (int) length;
    }

    private void requireFits(long bytes, String verb) {
        if (bytes > byteSize()) {
            throw new IndexOutOfBoundsException(
                    "the host memory "
                            + verb
                            + " "
                            + bytes
                            + " bytes where "
                            + this
                            + " has "
                            + byteSize());
        }
    }

    private void requireRange(long from, long count) {
        if (from < 0 || count < 1 || from > length - count) {
            throw new IndexOutOfBoundsException(
                    "a slice of "
                            + count
                            + " elements from "
                            + from
                            + " on is not part of "
                            + this);
        }
    }

    /** Frees the memory after the work queued before. Does nothing for a slice. */
    @Override
    public final void close() {
        if (whole) {
            memory.free();
        }
    }

    @Override
    public final String toString() {
        return getClass().getSimpleName() + "[" + length + "]";
    }
}
