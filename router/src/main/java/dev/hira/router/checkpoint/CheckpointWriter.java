package dev.hira.router.checkpoint;

import dev.hira.router.checkpoint.CheckpointLayout.Section;
import dev.hira.wire.Frame;
import dev.hira.wire.v1.CheckpointKept;
import dev.hira.wire.v1.CheckpointSession;
import dev.hira.wire.v1.CheckpointSessionEnd;
import dev.hira.wire.v1.CheckpointVm;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** Writes a checkpoint from its beginning to its end. Used by one thread. */
public final class CheckpointWriter {
    private final SectionWriter out;
    private long pieces;

    /**
     * Writes the header.
     *
     * @param file the file's id, a random number
     */
    public CheckpointWriter(WritableByteChannel out, long file) throws IOException {
        this.out = new SectionWriter(out, CheckpointLayout.CHECKPOINT, file);
    }

    /** Returns the bytes written so far. */
    public long bytes() {
        return out.bytes();
    }

    /** Begins a VM. */
    public void vm(CheckpointVm vm) throws IOException {
        section(Section.VM, ByteBuffer.wrap(vm.toByteArray()));
    }

    /** Begins a session. Its calls and pieces follow, then {@link #endSession}. */
    public void session(CheckpointSession session) throws IOException {
        section(Section.SESSION, ByteBuffer.wrap(session.toByteArray()));
    }

    /** Writes a record from which another router goes on with the session; before its calls. */
    public void kept(CheckpointKept record) throws IOException {
        section(Section.KEPT, ByteBuffer.wrap(record.toByteArray()));
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
        out.section(kind.number(), content);
    }
}
