package dev.hira.router.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.util.zip.CRC32C;

/** Writes the header and the sections of a file. Used by one thread. */
final class SectionWriter {
    private final WritableByteChannel out;
    private final long file;
    private final ByteBuffer small = buffer(CheckpointLayout.HEADER_BYTES);
    private final ByteBuffer end = buffer(CheckpointLayout.CRC_BYTES);
    private long sections;
    private long bytes;

    /**
     * Writes the header.
     *
     * @param file the number that identifies the file
     */
    SectionWriter(WritableByteChannel out, CheckpointLayout.Form form, long file)
            throws IOException {
        this.out = out;
        this.file = file;
        small.putLong(form.magic()).putInt(form.version()).putInt(0).putLong(file).flip();
        CRC32C crc = new CRC32C();
        crc.update(small.duplicate());
        small.limit(CheckpointLayout.HEADER_BYTES);
        small.position(CheckpointLayout.HEADER_CHECKED);
        small.putInt((int) crc.getValue()).flip();
        write(small);
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the bytes written so far. */
    long bytes() {
        return bytes;
    }

    /** Writes a section. */
    void section(int kind, ByteBuffer content) throws IOException {
        small.clear();
        small.putInt(kind).putInt(content.remaining()).flip();
        CRC32C crc = CheckpointLayout.checksum(file, sections++);
        crc.update(small.duplicate());
        crc.update(content.duplicate());
        end.clear();
        end.putInt((int) crc.getValue()).flip();
        write(small);
        write(content);
        write(end);
    }

    private void write(ByteBuffer part) throws IOException {
        bytes += part.remaining();
        while (part.hasRemaining()) {
            out.write(part);
        }
    }
}
