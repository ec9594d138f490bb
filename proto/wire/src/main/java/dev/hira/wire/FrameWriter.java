package dev.hira.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Builds frames record by record: {@code begin(…).args(…).payloadInline(…).end()}, any number of
 * times, then {@link #finish}. Reused; belongs to one thread at a time.
 */
public final class FrameWriter implements AutoCloseable {
    private static final int FIRST_HEAD_BYTES = 2048;

    /** Fields are stored into the buffers' arrays: one store instead of a bounds check per byte. */
    private static final VarHandle INTS = view(int[].class);

    private static final VarHandle LONGS = view(long[].class);

    private final ByteBufAllocator allocator;
    private @Nullable ByteBuf head;
    private @Nullable ByteBuf bulk;
    private @Nullable BorrowedMemory borrowed;
    private int records;
    private int recordStart = -1;

    /** Whether the current record has neither arguments nor payloads yet. */
    private boolean bare;

    public FrameWriter() {
        this(PooledByteBufAllocator.DEFAULT);
    }

    public FrameWriter(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    /** Starts a record without arguments; {@link #args} adds them. */
    public FrameWriter begin(int kind, int flags, int function, long callId, int lane) {
        if (recordStart >= 0) {
            throw new IllegalStateException("end the previous record first");
        }
        if (records == FrameLayout.MAX_RECORDS) {
            throw new IllegalStateException(
                    "a frame holds at most 65535 records: finish the frame");
        }
        ByteBuf out = head();
        recordStart = out.writerIndex();
        bare = true;
        int at = reserve(out, FrameLayout.RECORD_BYTES);
        byte[] array = out.array();
        long what = (function & 0xFFFFL) | (kind & 0xFFL) << 16 | (flags & 0xFFL) << 24;
        LONGS.set(array, at, what << 32);
        LONGS.set(array, at + FrameLayout.RECORD_CALL_ID, callId);
        LONGS.set(array, at + FrameLayout.RECORD_LANE, lane & 0xFFFFFFFFL);
        return this;
    }

    /** Sets the current record's arguments: the first {@code length} bytes of an array. */
    public FrameWriter args(byte[] array, int length) {
        return args(array, 0, length);
    }

    /** Sets the current record's arguments: {@code length} bytes of an array. */
    public FrameWriter args(byte[] array, int from, int length) {
        ByteBuf out = open();
        beforeReferences();
        int at = reserve(out, length);
        System.arraycopy(array, from, out.array(), at, length);
        return argued(out, length);
    }

    /** Sets the current record's arguments to the encoded arguments of another record. */
    public FrameWriter args(ByteBuffer source, int from, int length) {
        ByteBuf out = open();
        beforeReferences();
        int at = reserve(out, length);
        source.get(from, out.array(), at, length);
        return argued(out, length);
    }

    /**
     * Adds a payload that travels in the frame: the first {@code bytes} bytes of {@code data}.
     *
     * @param borrow true: the frame refers to the memory, which must stay unchanged until {@code
     *     Link.send} has returned; false: the bytes are copied now
     */
    public FrameWriter payloadInline(int field, MemorySegment data, long bytes, boolean borrow) {
        int length = Math.toIntExact(bytes);
        reference(PayloadPlaces.INLINE, field, length, 0);
        if (length == 0) {
            return this;
        }
        if (borrow) {
            borrow(data.asSlice(0, bytes));
        } else {
            ByteBuf out = bulk(length);
            int at = reserve(out, length);
            MemorySegment.copy(data, ValueLayout.JAVA_BYTE, 0, out.array(), at, length);
        }
        return this;
    }

    /** Adds a payload that travels in the frame: {@code length} bytes of a buffer, copied now. */
    public FrameWriter payloadInline(int field, ByteBuf data, int index, int length) {
        reference(PayloadPlaces.INLINE, field, length, 0);
        if (length > 0) {
            bulk(length).writeBytes(data, index, length);
        }
        return this;
    }

    /**
     * Adds a payload that travels in the frame: all of a buffer, which is taken over. It is not
     * copied if it is the frame's only payload.
     */
    public FrameWriter payloadInline(int field, ByteBuf data) {
        int length = data.readableBytes();
        reference(PayloadPlaces.INLINE, field, length, 0);
        if (bulk == null && borrowed == null) {
            bulk = data;
            return this;
        }
        bulk(length).writeBytes(data);
        data.release();
        return this;
    }

    /** Adds a payload that lies in the session's arena, or an output to be put there. */
    public FrameWriter payloadArena(int field, long offset, long bytes) {
        return reference(PayloadPlaces.ARENA, field, Math.toIntExact(bytes), offset);
    }

    /** Adds an output that is to be returned inline. */
    public FrameWriter payloadWanted(int field, long bytes) {
        return reference(PayloadPlaces.WANTED, field, Math.toIntExact(bytes), 0);
    }

    /** Ends the current record. */
    public FrameWriter end() {
        ByteBuf out = open();
        INTS.set(out.array(), out.arrayOffset() + recordStart, out.writerIndex() - recordStart);
        recordStart = -1;
        records++;
        return this;
    }

    /** Returns the number of records ended since the last {@link #finish}. */
    public int records() {
        return records;
    }

    /** Returns the size of the frame if it were finished now. */
    public int bytes() {
        int total = FrameLayout.HEADER_BYTES;
        total += head == null ? 0 : head.readableBytes();
        total += bulk == null ? 0 : bulk.readableBytes();
        return total + (borrowed == null ? 0 : borrowed.bytes());
    }

    public boolean isEmpty() {
        return records == 0;
    }

    /**
     * Returns the records written so far as a frame, which the caller owns, and restarts the
     * writer.
     */
    public Frame finish(int audience) {
        if (recordStart >= 0) {
            throw new IllegalStateException("end the last record first");
        }
        ByteBuf records = head == null ? Unpooled.EMPTY_BUFFER : head;
        ByteBuf payloads = bulk == null ? Unpooled.EMPTY_BUFFER : bulk;
        BorrowedMemory memory = borrowed;
        FrameHeader header = new FrameHeader(records.readableBytes(), this.records, audience);
        forget();
        return memory == null
                ? Frame.of(header, records, payloads)
                : Frame.borrowing(header, records, payloads, memory);
    }

    /** Drops everything written since the last {@link #finish}. */
    public void discard() {
        if (head != null) {
            head.release();
        }
        if (bulk != null) {
            bulk.release();
        }
        forget();
    }

    /** The same as {@link #discard}. */
    @Override
    public void close() {
        discard();
    }

    private void forget() {
        head = null;
        bulk = null;
        borrowed = null;
        records = 0;
        recordStart = -1;
    }

    private FrameWriter reference(int place, int field, int length, long offset) {
        if (field < 0 || field > 0xFFFF || length < 0) {
            throw new IllegalArgumentException(
                    "a payload needs a field from 0 to 65535 and a length that is not negative, not"
                            + " field "
                            + field
                            + " and "
                            + length
                            + " bytes");
        }
        ByteBuf out = open();
        bare = false;
        int at = reserve(out, FrameLayout.REFERENCE_BYTES);
        byte[] array = out.array();
        LONGS.set(array, at, (place & 0xFFL) | (long) field << 16 | (long) length << 32);
        LONGS.set(array, at + FrameLayout.REFERENCE_ARENA_OFFSET, offset);
        return this;
    }

    private FrameWriter argued(ByteBuf out, int length) {
        int at = out.arrayOffset() + recordStart + FrameLayout.RECORD_ARGS_LENGTH;
        INTS.set(out.array(), at, length);
        bare = false;
        return this;
    }

    /** Makes room after the written bytes, and returns its offset in the buffer's array. */
    private static int reserve(ByteBuf out, int bytes) {
        int at = out.ensureWritable(bytes).writerIndex();
        out.writerIndex(at + bytes);
        return out.arrayOffset() + at;
    }

    private void borrow(MemorySegment data) {
        BorrowedMemory memory = borrowed;
        if (memory == null) {
            memory = new BorrowedMemory();
            borrowed = memory;
        }
        memory.add(bulk == null ? 0 : bulk.readableBytes(), data);
    }

    private static VarHandle view(Class<?> type) {
        return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
    }

    private void beforeReferences() {
        if (!bare) {
            throw new IllegalStateException("a record has arguments once, before its payloads");
        }
    }

    private ByteBuf open() {
        if (recordStart < 0 || head == null) {
            throw new IllegalStateException("no record was started");
        }
        return head;
    }

    private ByteBuf head() {
        ByteBuf out = head;
        if (out == null) {
            out = allocator.heapBuffer(FIRST_HEAD_BYTES);
            head = out;
        }
        return out;
    }

    private ByteBuf bulk(int more) {
        ByteBuf out = bulk;
        if (out == null) {
            out = allocator.heapBuffer(Math.max(more, FIRST_HEAD_BYTES));
            bulk = out;
        } else if (!out.hasArray()) {
            ByteBuf taken = out;
            out = allocator.heapBuffer(taken.readableBytes() + more).writeBytes(taken);
            taken.release();
            bulk = out;
        }
        return out;
    }
}
