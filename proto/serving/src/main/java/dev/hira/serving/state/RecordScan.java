package dev.hira.serving.state;

import static dev.hira.serving.state.RecordLayout.HEADER_BYTES;
import static dev.hira.serving.state.RecordLayout.RECORD_FRAME_BYTES;
import static dev.hira.serving.state.RecordLayout.RECORD_HEADER_BYTES;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** Reads a log from its beginning to the last complete record. */
final class RecordScan {
    private static final String ADVICE =
            "restore the file from a copy, or move the folder away and start without what it kept";

    private final Path file;
    private final ByteBuffer bytes;

    /** The number of bytes before the zeros at the end. */
    private final int written;

    RecordScan(Path file, ByteBuffer bytes) {
        this.file = file;
        this.bytes = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        int end = bytes.limit();
        while (end > HEADER_BYTES && bytes.get(end - 1) == 0) {
            end--;
        }
        this.written = end;
    }

    /**
     * Passes all complete records on, in their order.
     *
     * @param kind the kind of log that the file must be
     * @return the offset behind the last complete record
     * @throws DamagedFileException when the file is anything but a log that was cut off behind its
     *     base
     */
    int run(int kind, RecordReader reader) {
        long base = base(kind);
        int at = HEADER_BYTES;
        while (at < written) {
            int length = length(at);
            if (length < 0) {
                break;
            }
            check(at, length);
            byte[] content = new byte[length];
            bytes.get(at + RECORD_HEADER_BYTES, content);
            reader.record(
                    new LogRecord(
                            bytes.getShort(at + RecordLayout.RECORD_KIND_AT) & 0xFFFF,
                            bytes.getShort(at + RecordLayout.RECORD_VERSION_AT) & 0xFFFF,
                            content,
                            file,
                            at));
            at += RECORD_FRAME_BYTES + length;
        }
        if (at < base) {
            throw damaged(
                    at,
                    "the file is cut off: its first "
                            + base
                            + " bytes were complete when it was written; restore it from a copy");
        }
        return at;
    }

    private long base(int kind) {
        if (bytes.limit() < HEADER_BYTES) {
            throw damaged(
                    bytes.limit(),
                    "the file is cut off inside of its header; restore it from a copy");
        }
        if (bytes.getLong(0) != RecordLayout.MAGIC) {
            throw damaged(0, "this is no log of Hira");
        }
        int format = bytes.getShort(RecordLayout.FORMAT_AT) & 0xFFFF;
        if (format > RecordLayout.FORMAT) {
            throw damaged(
                    RecordLayout.FORMAT_AT,
                    "the file has format "
                            + format
                            + "; this version reads formats up to "
                            + RecordLayout.FORMAT
                            + ": use the version that wrote it, or a later one");
        }
        int sum = RecordLayout.sum(bytes.slice(0, RecordLayout.HEADER_SUM_AT));
        if (sum != bytes.getInt(RecordLayout.HEADER_SUM_AT)) {
            throw damaged(0, "the checksum of the header is wrong; " + ADVICE);
        }
        int found = bytes.getShort(RecordLayout.KIND_AT) & 0xFFFF;
        if (found != kind) {
            throw damaged(
                    RecordLayout.KIND_AT,
                    "the log is of kind " + found + "; one of kind " + kind + " belongs here");
        }
        return bytes.getLong(RecordLayout.BASE_AT);
    }

    /** Returns the length of a record's content; -1 when the file ends inside of the record. */
    private int length(int at) {
        if (written - at < RECORD_HEADER_BYTES) {
            return -1;
        }
        int sum = RecordLayout.sum(bytes.slice(at, RecordLayout.RECORD_SUM_AT));
        int length = bytes.getInt(at);
        if (sum != bytes.getInt(at + RecordLayout.RECORD_SUM_AT)
                || length < 0
                || length > RecordLayout.MOST_CONTENT) {
            throw damaged(at, "the checksum of a record's header is wrong; " + ADVICE);
        }
        return length > written - at - RECORD_FRAME_BYTES ? -1 : length;
    }

    private void check(int at, int length) {
        int content = at + RECORD_HEADER_BYTES;
        if (RecordLayout.sum(bytes.slice(content, length))
                        != bytes.getInt(at + RecordLayout.CONTENT_SUM_AT)
                || bytes.get(content + length) != RecordLayout.END) {
            throw damaged(at, "the checksum of a record is wrong; " + ADVICE);
        }
    }

    private DamagedFileException damaged(long offset, String reason) {
        return new DamagedFileException(file, offset, reason);
    }
}
