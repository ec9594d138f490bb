package dev.hira.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads the fields of one protobuf message in place. Allocates nothing except requested strings;
 * refuses malformed data with {@link MalformedFrameException}. Usage: {@code while (in.next())
 * switch (in.field()) { case 1 -> a = in.uint64(); … default -> in.skip(); }}
 */
public final class ArgsReader {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int DELIMITED = 2;
    private static final int FIXED32 = 5;

    private ByteBuffer in = ByteBuffer.allocate(0);
    private int position;
    private int end;
    private int field;
    private int wireType;
    private boolean pending;

    /** Restarts with the message in {@code [start, start + length)} of a little-endian buffer. */
    public ArgsReader wrap(ByteBuffer buffer, int start, int length) {
        if (start < 0 || length < 0 || start > buffer.limit() - length) {
            throw new MalformedFrameException(
                    "arguments at "
                            + start
                            + ".."
                            + ((long) start + length)
                            + " exceed the frame's "
                            + buffer.limit());
        }
        in =
                buffer.order() == ByteOrder.LITTLE_ENDIAN
                        ? buffer
                        : buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        position = start;
        end = start + length;
        field = 0;
        pending = false;
        return this;
    }

    /** Moves to the next field; false at the end. Skips a field that was not read. */
    public boolean next() {
        if (pending) {
            skip();
        }
        if (position == end) {
            return false;
        }
        long tag = varint();
        field = (int) (tag >>> 3);
        wireType = (int) (tag & 7);
        if (tag >>> 32 != 0 || field == 0) {
            throw new MalformedFrameException("field tag " + tag + " is not valid in protobuf");
        }
        pending = true;
        return true;
    }

    /** Returns the number of the current field. */
    public int field() {
        return field;
    }

    /** Reads a varint: bool, enum, int32, int64, uint32, uint64. */
    public long uint64() {
        expect(VARINT);
        return varint();
    }

    /** Reads a varint that must be an int: int32, uint32 (as int), enum. */
    public int int32() {
        return (int) uint64();
    }

    public boolean bool() {
        return uint64() != 0;
    }

    public float float32() {
        expect(FIXED32);
        return in.getFloat(take(4));
    }

    public double float64() {
        expect(FIXED64);
        return in.getDouble(take(8));
    }

    public String string() {
        expect(DELIMITED);
        int length = delimitedLength();
        byte[] bytes = new byte[length];
        in.get(take(length), bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Returns the bytes of a bytes field as a view that is valid while the frame is. */
    public ByteBuffer bytes() {
        expect(DELIMITED);
        int length = delimitedLength();
        return in.slice(take(length), length).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Wraps the current message field in {@code nested}. */
    public ArgsReader message(ArgsReader nested) {
        expect(DELIMITED);
        int length = delimitedLength();
        return nested.wrap(in, take(length), length);
    }

    /**
     * Enters the current message field: {@link #next} reads its fields until {@link #leave}. Unlike
     * {@link #message} it needs no second reader.
     *
     * @return the argument for {@code leave}
     */
    public int enter() {
        expect(DELIMITED);
        int length = delimitedLength();
        int outer = end;
        end = position + length;
        return outer;
    }

    /** Continues after the entered message field, even if not all of it was read. */
    public void leave(int outer) {
        position = end;
        end = outer;
        pending = false;
    }

    /** Returns whether the entered packed field has another number. */
    public boolean hasNumber() {
        return position != end;
    }

    /** Reads the next number of the entered packed field. */
    public long number() {
        return varint();
    }

    /** Skips the current field. */
    public void skip() {
        if (!pending) {
            return;
        }
        pending = false;
        switch (wireType) {
            case VARINT -> varint();
            case FIXED64 -> take(8);
            case DELIMITED -> take(delimitedLength());
            case FIXED32 -> take(4);
            default ->
                    throw new MalformedFrameException(
                            "field " + field + " has the unknown wire type " + wireType);
        }
    }

    private void expect(int wanted) {
        if (!pending || wireType != wanted) {
            throw new MalformedFrameException(
                    "field "
                            + field
                            + " has wire type "
                            + wireType
                            + " where "
                            + wanted
                            + " belongs");
        }
        pending = false;
    }

    private int delimitedLength() {
        long length = varint();
        if (length < 0 || length > end - position) {
            throw new MalformedFrameException(
                    "field "
                            + field
                            + " claims "
                            + length
                            + " bytes where "
                            + (end - position)
                            + " are left");
        }
        return (int) length;
    }

    private int take(int bytes) {
        if (bytes > end - position) {
            throw new MalformedFrameException("field " + field + " is cut off");
        }
        int at = position;
        position += bytes;
        return at;
    }

    private long varint() {
        long result = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (position == end) {
                throw new MalformedFrameException("a varint is cut off");
            }
            byte b = in.get(position++);
            result |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                return result;
            }
        }
        throw new MalformedFrameException("a varint has more than ten bytes");
    }
}
