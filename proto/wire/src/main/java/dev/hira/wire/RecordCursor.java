package dev.hira.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A reusable cursor over a frame's records: {@code cursor.wrap(frame); while (cursor.next()) …}. It
 * verifies every length before use, and at the end that the frame holds exactly the records and
 * payloads that it claims; {@link MalformedFrameException} reports the defect. Allocates nothing.
 * Belongs to one thread.
 */
public final class RecordCursor {
    private ByteBuffer head = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);
    private int headLength;
    private int bulkLength;
    private int records;
    private int seen;
    private int offset;
    private int endOffset;
    private int argsLength;
    private int payloads;
    private int references;
    private int bulkStart;
    private int bulkEnd;
    private int placedPayload;
    private int placedOffset;

    /** Restarts before the first record of a frame. */
    public RecordCursor wrap(Frame frame) {
        head = frame.head();
        headLength = frame.headLength();
        bulkLength = frame.bulkLength();
        records = frame.records();
        seen = 0;
        offset = 0;
        endOffset = 0;
        bulkStart = 0;
        bulkEnd = 0;
        return this;
    }

    /** Moves to the next record; false at the end. */
    public boolean next() {
        if (seen == records) {
            verifyEnd();
            return false;
        }
        offset = endOffset;
        bulkStart = bulkEnd;
        int length = recordLength();
        endOffset = offset + length;
        argsLength = head.getInt(offset + FrameLayout.RECORD_ARGS_LENGTH);
        int body = length - FrameLayout.RECORD_BYTES;
        if (argsLength < 0 || argsLength > body) {
            throw malformed(
                    "claims " + Integer.toUnsignedString(argsLength) + " bytes of arguments");
        }
        if ((body - argsLength) % FrameLayout.REFERENCE_BYTES != 0) {
            throw malformed("has " + (body - argsLength) % 16 + " bytes too many for references");
        }
        if (!RecordKinds.isKnown(kind())) {
            throw malformed("has the unknown kind " + kind());
        }
        references = offset + FrameLayout.RECORD_BYTES + argsLength;
        payloads = (body - argsLength) / FrameLayout.REFERENCE_BYTES;
        placedPayload = 0;
        placedOffset = bulkStart;
        seen++;
        verifyReferences();
        return true;
    }

    /** Returns the record's offset in {@link Frame#head}. */
    public int offset() {
        return offset;
    }

    /** Returns the offset of the record's end. */
    public int endOffset() {
        return endOffset;
    }

    /** Returns one of {@link RecordKinds}. */
    public int kind() {
        return head.get(offset + FrameLayout.RECORD_KIND) & 0xFF;
    }

    public int function() {
        return head.getShort(offset + FrameLayout.RECORD_FUNCTION) & 0xFFFF;
    }

    /** Returns the bits of {@link RecordFlags}. */
    public int flags() {
        return head.get(offset + FrameLayout.RECORD_FLAGS) & 0xFF;
    }

    public long callId() {
        return head.getLong(offset + FrameLayout.RECORD_CALL_ID);
    }

    public int lane() {
        return head.getInt(offset + FrameLayout.RECORD_LANE);
    }

    /** Returns the offset of the arguments in {@link Frame#head}. */
    public int argsOffset() {
        return offset + FrameLayout.RECORD_BYTES;
    }

    public int argsLength() {
        return argsLength;
    }

    /** Wraps this record's arguments in a reader. */
    public ArgsReader args(ArgsReader reader) {
        return reader.wrap(head, argsOffset(), argsLength);
    }

    /** Returns the number of the record's payload references. */
    public int payloads() {
        return payloads;
    }

    /** Returns one of {@link PayloadPlaces}. */
    public int payloadPlace(int i) {
        return head.get(reference(i) + FrameLayout.REFERENCE_PLACE) & 0xFF;
    }

    public int payloadField(int i) {
        return head.getShort(reference(i) + FrameLayout.REFERENCE_FIELD) & 0xFFFF;
    }

    public int payloadLength(int i) {
        return head.getInt(reference(i) + FrameLayout.REFERENCE_LENGTH);
    }

    public long payloadArenaOffset(int i) {
        return head.getLong(reference(i) + FrameLayout.REFERENCE_ARENA_OFFSET);
    }

    /** Returns the offset of an inline payload in {@link Frame#bulk}. */
    public int payloadBulkOffset(int i) {
        if (i < placedPayload) {
            placedPayload = 0;
            placedOffset = bulkStart;
        }
        while (placedPayload < i) {
            placedOffset += inlineLength(placedPayload++);
        }
        return placedOffset;
    }

    /** Returns the offset of this record's inline payloads in {@link Frame#bulk}. */
    public int bulkStart() {
        return bulkStart;
    }

    /** Returns the offset of their end. */
    public int bulkEnd() {
        return bulkEnd;
    }

    private int recordLength() {
        int left = headLength - offset;
        if (left < FrameLayout.RECORD_BYTES) {
            throw new MalformedFrameException(
                    "record " + seen + " of " + records + " is cut off after " + left + " bytes");
        }
        int length = head.getInt(offset);
        if (length < FrameLayout.RECORD_BYTES || length > left) {
            throw malformed(
                    "claims "
                            + Integer.toUnsignedString(length)
                            + " bytes where 24 to "
                            + left
                            + " are possible");
        }
        return length;
    }

    private void verifyReferences() {
        long end = bulkStart;
        for (int i = 0; i < payloads; i++) {
            verifyReference(i);
            end += inlineLength(i);
        }
        if (end > bulkLength) {
            throw malformed(
                    "has payloads up to byte " + end + " where the frame has " + bulkLength);
        }
        bulkEnd = (int) end;
    }

    private void verifyReference(int i) {
        int at = references + i * FrameLayout.REFERENCE_BYTES;
        int place = payloadPlace(i);
        if (place < PayloadPlaces.INLINE || place > PayloadPlaces.WANTED) {
            throw malformed("has a payload in the unknown place " + place);
        }
        if (head.get(at + FrameLayout.REFERENCE_RESERVED) != 0) {
            throw malformed("has a payload whose reserved byte is not 0");
        }
        long arenaOffset = payloadArenaOffset(i);
        if (payloadLength(i) < 0 || arenaOffset < 0) {
            throw malformed("has a payload of 2^31 bytes or more, or beyond 2^63 in the arena");
        }
        if (place != PayloadPlaces.ARENA && arenaOffset != 0) {
            throw malformed("has an arena offset for a payload that is not in the arena");
        }
    }

    private int inlineLength(int i) {
        return payloadPlace(i) == PayloadPlaces.INLINE ? payloadLength(i) : 0;
    }

    private int reference(int i) {
        if (i < 0 || i >= payloads) {
            throw new IndexOutOfBoundsException("payload " + i + " of " + payloads);
        }
        return references + i * FrameLayout.REFERENCE_BYTES;
    }

    private void verifyEnd() {
        if (endOffset != headLength || bulkEnd != bulkLength) {
            throw new MalformedFrameException(
                    "the frame has "
                            + (headLength - endOffset)
                            + " bytes of records and "
                            + (bulkLength - bulkEnd)
                            + " bytes of payloads that belong to none of its "
                            + records
                            + " records");
        }
    }

    private MalformedFrameException malformed(String what) {
        return new MalformedFrameException("record " + seen + " of " + records + " " + what);
    }
}
