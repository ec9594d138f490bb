package dev.hira.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A batch of records with their payloads: the unit that travels on a {@code Link}. {@link
 * FrameLayout} shows the layout; the head (the records) and the bulk (the payloads) are kept
 * separately, so that neither has to be moved for the other.
 *
 * <p>A frame is reference-counted through its buffers. Its receiver releases it; {@code Link#send}
 * does so for its caller. It belongs to one thread at a time.
 */
public final class Frame {
    private final ByteBuf headBuffer;
    private final int headStart;
    private final int headLength;
    private final int records;
    private final int audience;
    private ByteBuf bulkBuffer;
    private int bulkStart;
    private int bulkLength;
    private @Nullable BorrowedMemory borrowed;
    private @Nullable ByteBuffer head;
    private @Nullable ByteBuf bulk;

    private Frame(ByteBuf headBuffer, int headStart, int headLength, int records, int audience) {
        this.headBuffer = headBuffer;
        this.headStart = headStart;
        this.headLength = headLength;
        this.records = records;
        this.audience = audience;
        this.bulkBuffer = Unpooled.EMPTY_BUFFER;
    }

    /**
     * Creates a frame from received bytes: header, records, bulk. Takes over the buffer, even if it
     * throws.
     *
     * @throws MalformedFrameException when the header is invalid, or claims more than the buffer
     *     has
     */
    public static Frame wrap(ByteBuf content) {
        try {
            int start = content.readerIndex();
            int size = content.readableBytes();
            FrameHeader header = FrameHeader.read(content, start, size);
            int headStart = start + FrameLayout.HEADER_BYTES;
            Frame frame =
                    new Frame(
                            content,
                            headStart,
                            header.headLength(),
                            header.records(),
                            header.audience());
            frame.bulkBuffer = content;
            frame.bulkStart = headStart + header.headLength();
            frame.bulkLength = size - FrameLayout.HEADER_BYTES - header.headLength();
            return frame;
        } catch (MalformedFrameException e) {
            content.release();
            throw e;
        }
    }

    /**
     * Creates a frame from parts that were received separately. Takes over both buffers.
     *
     * @param header the bytes before the head
     * @param head exactly the records
     * @param bulk exactly the payloads
     */
    public static Frame of(FrameHeader header, ByteBuf head, ByteBuf bulk) {
        Frame frame =
                new Frame(
                        head,
                        head.readerIndex(),
                        head.readableBytes(),
                        header.records(),
                        header.audience());
        frame.bulkBuffer = bulk;
        frame.bulkStart = bulk.readerIndex();
        frame.bulkLength = bulk.readableBytes();
        return frame;
    }

    /** Creates a frame some of whose payloads are memory that belongs to the caller. */
    static Frame borrowing(FrameHeader header, ByteBuf head, ByteBuf bulk, BorrowedMemory memory) {
        Frame frame = of(header, head, bulk);
        frame.borrowed = memory;
        return frame;
    }

    /**
     * Returns the number of records that the frame claims to hold. {@link RecordCursor} verifies
     * it.
     */
    public int records() {
        return records;
    }

    /** Returns {@link FrameLayout#AUDIENCE_PEER} or {@link FrameLayout#AUDIENCE_HOP}. */
    public int audience() {
        return audience;
    }

    /** Returns the number of bytes of the records. */
    public int headLength() {
        return headLength;
    }

    /** Returns the number of bytes of the inline payloads. */
    public int bulkLength() {
        BorrowedMemory memory = borrowed;
        return memory == null ? bulkLength : bulkLength + memory.bytes();
    }

    /**
     * Returns the number of bytes of the whole frame on the wire, without the transport's framing.
     */
    public int size() {
        return FrameLayout.HEADER_BYTES + headLength + bulkLength();
    }

    /**
     * Returns the records: a little-endian buffer in which index 0 is the first record's first
     * byte. A view, valid while the frame is; do not change its position and limit.
     */
    public ByteBuffer head() {
        ByteBuffer view = head;
        if (view == null) {
            view = contiguous().order(ByteOrder.LITTLE_ENDIAN);
            head = view;
        }
        return view;
    }

    private ByteBuffer contiguous() {
        if (headBuffer.nioBufferCount() == 1) {
            return headBuffer.nioBuffer(headStart, headLength).slice();
        }
        byte[] gathered = new byte[headLength];
        headBuffer.getBytes(headStart, gathered);
        return ByteBuffer.wrap(gathered);
    }

    /**
     * Returns the inline payloads: a buffer whose reader index 0 is the first payload's first byte.
     * Not retained; valid while the frame is.
     */
    public ByteBuf bulk() {
        own();
        ByteBuf view = bulk;
        if (view == null) {
            view =
                    bulkLength == 0
                            ? Unpooled.EMPTY_BUFFER
                            : bulkBuffer.slice(bulkStart, bulkLength);
            bulk = view;
        }
        return view;
    }

    /** Returns whether the frame refers to memory of its writer. */
    public boolean isBorrowing() {
        return borrowed != null;
    }

    /** Copies the borrowed memory, so that the frame is independent of it. */
    public Frame own() {
        BorrowedMemory memory = borrowed;
        if (memory != null) {
            int length = bulkLength();
            ByteBuf copy = memory.gather(bulkBuffer, bulkStart, bulkLength);
            bulkBuffer.release();
            bulkBuffer = copy;
            bulkStart = copy.readerIndex();
            bulkLength = length;
            borrowed = null;
            bulk = null;
        }
        return this;
    }

    /**
     * Returns a frame of successive records of this one that shares and retains its memory.
     *
     * @param from the offset in {@link #head} of the first record
     * @param to the offset at which the last record ends
     * @param count the number of those records
     * @param bulkFrom the offset in {@link #bulk} of the first payload of these records
     * @param bulkTo the offset at which the last one ends
     */
    public Frame slice(int from, int to, int count, int bulkFrom, int bulkTo) {
        own();
        if (from < 0 || to < from || to > headLength) {
            throw new IndexOutOfBoundsException(
                    "records " + from + ".." + to + " of a head of " + headLength + " bytes");
        }
        if (bulkFrom < 0 || bulkTo < bulkFrom || bulkTo > bulkLength) {
            throw new IndexOutOfBoundsException(
                    "payloads " + bulkFrom + ".." + bulkTo + " of " + bulkLength + " bytes");
        }
        Frame part = new Frame(headBuffer, headStart + from, to - from, count, audience);
        headBuffer.retain();
        if (bulkTo > bulkFrom) {
            part.bulkBuffer = isApart() ? bulkBuffer.retain() : bulkBuffer;
            part.bulkStart = bulkStart + bulkFrom;
            part.bulkLength = bulkTo - bulkFrom;
        }
        return part;
    }

    /** Adds a user of this frame, which must release it too. */
    public Frame retain() {
        headBuffer.retain();
        if (isApart()) {
            bulkBuffer.retain();
        }
        return this;
    }

    /** Releases the frame for one user. */
    public void release() {
        headBuffer.release();
        if (isApart()) {
            bulkBuffer.release();
        }
    }

    /** Returns whether the head and the bulk lie in separately counted buffers. */
    @SuppressWarnings("ReferenceEquality")
    private boolean isApart() {
        return bulkBuffer != headBuffer;
    }

    /** Returns the number of users of the frame's records; 0 when the frame is gone. For tests. */
    public int references() {
        return headBuffer.refCnt();
    }

    /** Passes the head and the bulk to a sink, without the eight bytes of the header. */
    public <E extends Exception> void writeBodyTo(FrameSink<E> sink) throws E {
        if (headLength > 0) {
            sink.write(headBuffer, headStart, headLength);
        }
        BorrowedMemory memory = borrowed;
        if (memory != null) {
            memory.writeTo(sink, bulkBuffer, bulkStart, bulkLength);
        } else if (bulkLength > 0) {
            sink.write(bulkBuffer, bulkStart, bulkLength);
        }
    }

    /** Returns the header's first four bytes as a little-endian number: the head's length. */
    public int headerLow() {
        return headLength;
    }

    /**
     * Returns the header's last four bytes as a little-endian number: record count and audience.
     */
    public int headerHigh() {
        return records | (audience << 16);
    }

    /** Copies the whole frame, {@link #size} bytes with the header, to an offset in memory. */
    public void copyTo(MemorySegment target, long offset) {
        target.set(FrameLayout.INT, offset, headerLow());
        target.set(FrameLayout.INT, offset + 4, headerHigh());
        writeBodyTo(new SegmentSink(target, offset + FrameLayout.HEADER_BYTES));
    }

    @Override
    public String toString() {
        return "frame of " + records + " records, " + size() + " bytes";
    }
}
