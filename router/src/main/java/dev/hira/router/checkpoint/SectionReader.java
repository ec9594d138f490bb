package dev.hira.router.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** Reads the header and the sections of a file, and checks every byte. Used by one thread. */
final class SectionReader {
    private final InputStream in;
    private final CheckpointLayout.Form form;
    private final long file;
    private long offset;

    /** The offset that a problem names: of the section read last, or of the file's end. */
    private long problemAt;

    private long sections;

    /**
     * One section.
     *
     * @param at the offset of its content
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Section(int kind, byte[] content, long at) {}

    /**
     * Reads the header.
     *
     * @param in should be buffered
     * @throws CheckpointException when it is not that of such a file, or of a newer version
     */
    SectionReader(InputStream in, CheckpointLayout.Form form) throws IOException {
        this.in = in;
        this.form = form;
        ByteBuffer header = read(CheckpointLayout.HEADER_BYTES, "the header");
        long magic = header.getLong(0);
        if (magic != form.magic()) {
            throw problem(form.otherThan(magic));
        }
        int version = header.getInt(8);
        CRC32C crc = new CRC32C();
        crc.update(header.slice(0, CheckpointLayout.HEADER_CHECKED));
        if ((int) crc.getValue() != header.getInt(CheckpointLayout.HEADER_CHECKED)) {
            throw problem("the header is damaged: its checksum is wrong");
        }
        requireKnown(version);
        if (header.getInt(12) != 0) {
            throw problem("a reserved number is " + header.getInt(12) + " instead of 0");
        }
        file = header.getLong(16);
    }

    private void requireKnown(int version) throws CheckpointException {
        if (version == 0) {
            throw problem("the file claims version 0 of the format; versions begin with 1");
        }
        if (version < 0 || version > form.version()) {
            throw problem(
                    "the file has version "
                            + Integer.toUnsignedString(version)
                            + " of the format, and this program reads versions up to "
                            + form.version()
                            + "; use a newer one");
        }
    }

    /** Returns the number that identifies the file. */
    long file() {
        return file;
    }

    /** Returns the bytes read so far. */
    long offset() {
        return offset;
    }

    /** Returns the number of the next section. */
    long sections() {
        return sections;
    }

    /**
     * Reads the next section.
     *
     * @throws CheckpointException when it is damaged or cut off
     */
    Section next() throws IOException {
        problemAt = offset;
        ByteBuffer head = read(CheckpointLayout.SECTION_HEAD, "the head of section " + sections);
        int length = head.getInt(4);
        if (length < 0 || length > CheckpointLayout.MOST_BYTES) {
            throw problem(
                    "section "
                            + sections
                            + " claims "
                            + Integer.toUnsignedString(length)
                            + " bytes; allowed are "
                            + CheckpointLayout.MOST_BYTES);
        }
        long at = offset;
        byte[] content = bytes(length, "section " + sections);
        checkSum(head, content);
        sections++;
        return new Section(head.getInt(0), content, at);
    }

    private void checkSum(ByteBuffer head, byte[] content) throws IOException {
        CRC32C crc = CheckpointLayout.checksum(file, sections);
        crc.update(head);
        crc.update(content);
        ByteBuffer stored = read(CheckpointLayout.CRC_BYTES, "the checksum of section " + sections);
        if (stored.getInt(0) != (int) crc.getValue()) {
            throw problem("section " + sections + " is damaged: its checksum is wrong");
        }
    }

    /** Checks that the file ends here. */
    void requireEnd() throws IOException {
        problemAt = offset;
        if (in.read() >= 0) {
            throw problem("bytes follow the last section");
        }
    }

    private ByteBuffer read(int bytes, String what) throws IOException {
        return ByteBuffer.wrap(bytes(bytes, what)).order(ByteOrder.LITTLE_ENDIAN);
    }

    private byte[] bytes(int bytes, String what) throws IOException {
        byte[] read = in.readNBytes(bytes);
        offset += read.length;
        if (read.length < bytes) {
            problemAt = offset;
            throw problem(
                    "the file ends within " + what + ", " + (bytes - read.length) + " bytes early");
        }
        return read;
    }

    /** Returns a problem of the section read last. */
    CheckpointException problem(String reason) {
        return new CheckpointException(problemAt, reason);
    }
}
