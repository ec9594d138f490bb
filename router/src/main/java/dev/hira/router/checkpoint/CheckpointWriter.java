package dev.hira.router.checkpoint;

import dev.hira.router.checkpoint.CheckpointLayout.Section;
import dev.hira.wire.Frame;
import dev.hira.wire.v1.CheckpointSession;
import dev.hira.wire.v1.CheckpointSessionEnd;
import dev.hira.wire.v1.CheckpointVm;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.util.zip.CRC32C;

/** Writes a checkpoint from its beginning to its end. Used by one thread. */
public final class CheckpointWriter {
    private final WritableByteChannel out;
    private final long file;
    private final ByteBuffer small = buffer(CheckpointLayout.HEADER_BYTES);
    private final ByteBuffer end = buffer(CheckpointLayout.CRC_BYTES);
    private long sections;
    private long bytes;
    private long pieces;

    /**
     * Writes the header.
     *
     * @param file the file's id, a random number
     */
    public CheckpointWriter(WritableByteChannel out, long file) throws IOException {
        this.out = out;
        this.file = file;
        small.putLong(CheckpointLayout.MAGIC)
                .putInt(CheckpointLayout.VERSION)
                .putInt(0)
                .putLong(file)
                .flip();
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
    public long bytes() {
        return bytes;
    }

    /** Begins a VM. */
    public void vm(CheckpointVm vm) throws IOException {
        section(Section.VM, ByteBuffer.wrap(vm.toByteArray()));
    }

    /** Begins a session. Its calls and pieces follow, then {@link #endSession}. */
    public void session(CheckpointSession session) throws IOException {
        section(Section.SESSION, ByteBuffer.wrap(session.toByteArray()));
    }

    /** Writes a frame of recorded calls. */
    public void calls(Frame frame) throws IOException {
        byte[] content = new byte[frame.size()];
        frame.copyTo(MemorySegment.ofArray(content), 0);
        section(Section.CALLS, ByteBuffer.wrap(content));
    }

    /** Writes a StatePiece. */
    public void state(byte[] piece) throws IOException {
        pieces++;
        section(Section.STATE, ByteBuffer.wrap(piece));
    }

    /**
     * Ends a session.
     *
     * @param memoryBytes the bytes of device memory in its pieces
     */
    public void endSession(long memoryBytes) throws IOException {
        CheckpointSessionEnd last =
                CheckpointSessionEnd.newBuilder()
                        .setPieces(pieces)
                        .setMemoryBytes(memoryBytes)
                        .build();
        pieces = 0;
        section(Section.SESSION_END, ByteBuffer.wrap(last.toByteArray()));
    }

    /** Ends the checkpoint. */
    public void end() throws IOException {
        section(Section.END, ByteBuffer.allocate(0));
    }

    private void section(Section kind, ByteBuffer content) throws IOException {
        small.clear();
        small.putInt(kind.number()).putInt(content.remaining()).flip();
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
