package dev.hira.serving.state;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The layout of a log's header and records. Numbers are little-endian.
 *
 * <pre>
 *   header
 *   0         8        10       12        20        24
 *   +---------+--------+--------+---------+---------+
 *   | magic   | format | kind   | base    | CRC-32C |
 *   +---------+--------+--------+---------+---------+
 *
 *   record
 *   0        4      6         8         12        16          16+n  17+n
 *   +--------+------+---------+---------+---------+-----------+-----+
 *   | n      | kind | version | CRC-32C | CRC-32C | content   | end |
 *   |        |      |         | content | 0 … 12  | (n bytes) | E5  |
 *   +--------+------+---------+---------+---------+-----------+-----+
 * </pre>
 *
 * <p>The base is the number of bytes that the file had when it was put in place; they are complete.
 * Only what was appended later can be cut short. Since a record ends with a byte that is not zero,
 * zeros at the end of a file were never written: the system had made the file longer when the
 * machine failed.
 */
final class RecordLayout {
    static final int HEADER_BYTES = 24;
    static final int RECORD_HEADER_BYTES = 16;
    static final int RECORD_FRAME_BYTES = RECORD_HEADER_BYTES + 1;
    static final int MOST_CONTENT = 1 << 26;
    static final int FORMAT = 1;

    /** "HIRALOG" and a zero. */
    static final long MAGIC = 0x00474F4C41524948L;

    static final byte END = (byte) 0xE5;

    static final int FORMAT_AT = 8;
    static final int KIND_AT = 10;
    static final int BASE_AT = 12;
    static final int HEADER_SUM_AT = 20;

    static final int RECORD_KIND_AT = 4;
    static final int RECORD_VERSION_AT = 6;
    static final int CONTENT_SUM_AT = 8;
    static final int RECORD_SUM_AT = 12;

    private RecordLayout() {}

    static ByteBuffer header(int kind, long base) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(MAGIC).putShort((short) FORMAT).putShort((short) kind).putLong(base);
        header.putInt(sum(header.array(), 0, HEADER_SUM_AT));
        return header.flip();
    }

    static ByteBuffer record(int kind, int version, byte[] content) {
        if (content.length > MOST_CONTENT) {
            throw new IllegalArgumentException(
                    "a record of "
                            + content.length
                            + " bytes was given; at most "
                            + MOST_CONTENT
                            + " are allowed");
        }
        ByteBuffer record =
                ByteBuffer.allocate(RECORD_FRAME_BYTES + content.length)
                        .order(ByteOrder.LITTLE_ENDIAN);
        record.putInt(content.length).putShort((short) kind).putShort((short) version);
        record.putInt(sum(content, 0, content.length));
        record.putInt(sum(record.array(), 0, RECORD_SUM_AT));
        return record.put(content).put(END).flip();
    }

    static int sum(byte[] bytes, int from, int length) {
        return sum(ByteBuffer.wrap(bytes, from, length));
    }

    static int sum(ByteBuffer bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        return (int) sum.getValue();
    }
}
