package dev.hira.sim.state;

import dev.hira.api.StateException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/** Reads the fields of a record; trusts nothing. */
final class RecordReader {
    private static final int CHECKSUM_BYTES = 4;

    private final ByteBuffer bytes;

    /**
     * Begins to read a record.
     *
     * @throws StateException when its checksum is wrong
     */
    RecordReader(byte[] record) {
        int length = record.length - CHECKSUM_BYTES;
        if (length < 0) {
            throw new StateException(
                    "a record of the state has " + record.length + " bytes, which is too few");
        }
        CRC32C checksum = new CRC32C();
        checksum.update(record, 0, length);
        ByteBuffer all = ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN);
        if (all.getInt(length) != (int) checksum.getValue()) {
            throw new StateException(
                    "a record of the state with "
                            + record.length
                            + " bytes was damaged on its way: its checksum is wrong");
        }
        bytes = all.limit(length);
    }

    int u8() {
        return Byte.toUnsignedInt(room(1).get());
    }

    int u16() {
        return Short.toUnsignedInt(room(2).getShort());
    }

    int i32() {
        return room(4).getInt();
    }

    long i64() {
        return room(8).getLong();
    }

    byte[] bytes() {
        byte[] read = new byte[count(1)];
        bytes.get(read);
        return read;
    }

    String text() {
        char[] units = new char[count(2)];
        for (int i = 0; i < units.length; i++) {
            units[i] = bytes.getChar();
        }
        return new String(units);
    }

    /**
     * Reads a list.
     *
     * @param least the fewest bytes of an element
     */
    <T> List<T> list(int least, Supplier<T> element) {
        int count = count(least);
        List<T> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            elements.add(element.get());
        }
        return elements;
    }

    private int count(int least) {
        long count = Integer.toUnsignedLong(i32());
        if (count * least > bytes.remaining()) {
            throw new StateException(
                    "a record of the state is cut off: "
                            + count
                            + " elements do not fit into "
                            + bytes.remaining()
                            + " bytes");
        }
        return (int) count;
    }

    private ByteBuffer room(int wanted) {
        if (bytes.remaining() < wanted) {
            throw new StateException(
                    "a record of the state is cut off after " + bytes.limit() + " bytes");
        }
        return bytes;
    }

    /** Whether all of the record was read. */
    boolean isAtEnd() {
        return !bytes.hasRemaining();
    }

    /** Requires that all of the record was read. */
    void finish() {
        if (bytes.hasRemaining()) {
            throw new StateException(
                    "a record of the state has "
                            + bytes.remaining()
                            + " bytes more than its fields take");
        }
    }
}
