package dev.hira.router.checkpoint;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.router.checkpoint.CheckpointLayout.Section;
import dev.hira.wire.v1.CheckpointSession;
import dev.hira.wire.v1.CheckpointSessionEnd;
import dev.hira.wire.v1.CheckpointVm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * Reads a checkpoint from its beginning to its end, and checks every byte and the order of its
 * sections. Used by one thread.
 *
 * <p>A section is returned after it has been checked, but a later one may still be damaged: {@link
 * #check} a checkpoint before the first effect.
 */
public final class CheckpointReader {
    private final InputStream in;
    private final long file;
    private long offset;

    /** The offset that a problem names: of the section read last, or of the file's end. */
    private long problemAt;

    private long sections;
    private Set<Section> allowed = EnumSet.of(Section.VM);
    private int sessionsLeft;
    private long pieces;

    /**
     * Reads the header.
     *
     * @param in should be buffered
     * @throws CheckpointException when it is not that of a checkpoint that this version reads
     */
    public CheckpointReader(InputStream in) throws IOException {
        this.in = in;
        ByteBuffer header = read(CheckpointLayout.HEADER_BYTES, "the header");
        if (header.getLong(0) != CheckpointLayout.MAGIC) {
            throw problem("the file is no checkpoint: it does not begin with HIRACKPT");
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
        if (version < 0 || version > CheckpointLayout.VERSION) {
            throw problem(
                    "the file has version "
                            + Integer.toUnsignedString(version)
                            + " of the format, and this router reads versions up to "
                            + CheckpointLayout.VERSION
                            + "; use a newer router");
        }
    }

    /** Reads a checkpoint to its end; returns its VM. */
    public static CheckpointVm check(InputStream in) throws IOException {
        CheckpointReader reader = new CheckpointReader(in);
        if (!(reader.next() instanceof CheckpointEntry.Vm first)) {
            throw reader.problem("the first section is no VM");
        }
        while (!(reader.next() instanceof CheckpointEntry.End)) {
            // every section is checked as it is read
        }
        return first.vm();
    }

    /** Returns the bytes read so far. */
    public long offset() {
        return offset;
    }

    /**
     * Reads the next section.
     *
     * @throws CheckpointException when it is damaged, cut off or out of order
     */
    public CheckpointEntry next() throws IOException {
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
        byte[] content = bytes(length, "section " + sections);
        checkSum(head, content);
        Section kind = kind(head.getInt(0));
        if (!allowed.contains(kind)) {
            throw problem("section " + sections + " is a " + kind + "; allowed are " + allowed);
        }
        sections++;
        try {
            return entry(kind, content);
        } catch (InvalidProtocolBufferException e) {
            throw problem("a section of kind " + kind + " cannot be read: " + e.getMessage());
        }
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

    private Section kind(int number) throws CheckpointException {
        return Section.numbered(number)
                .orElseThrow(
                        () -> problem("section " + sections + " has the unknown kind " + number));
    }

    private CheckpointEntry entry(Section kind, byte[] content) throws IOException {
        return switch (kind) {
            case VM -> vm(CheckpointVm.parseFrom(content));
            case SESSION -> session(CheckpointSession.parseFrom(content));
            case CALLS -> new CheckpointEntry.Calls(content);
            case STATE -> state(content);
            case SESSION_END -> sessionEnd(CheckpointSessionEnd.parseFrom(content));
            case END -> end();
        };
    }

    private CheckpointEntry vm(CheckpointVm vm) {
        sessionsLeft = vm.getSessions();
        allowNextSession();
        return new CheckpointEntry.Vm(vm);
    }

    private CheckpointEntry session(CheckpointSession session) {
        sessionsLeft--;
        pieces = 0;
        allowed = EnumSet.of(Section.CALLS, Section.STATE, Section.SESSION_END);
        return new CheckpointEntry.Session(session);
    }

    private CheckpointEntry state(byte[] piece) {
        pieces++;
        allowed = EnumSet.of(Section.STATE, Section.SESSION_END);
        return new CheckpointEntry.State(piece);
    }

    private CheckpointEntry sessionEnd(CheckpointSessionEnd end) throws CheckpointException {
        if (end.getPieces() != pieces) {
            throw problem(
                    "a session has " + pieces + " pieces of state instead of " + end.getPieces());
        }
        allowNextSession();
        return new CheckpointEntry.SessionEnd(end);
    }

    private void allowNextSession() {
        allowed = EnumSet.of(sessionsLeft == 0 ? Section.END : Section.SESSION);
    }

    private CheckpointEntry end() throws IOException {
        problemAt = offset;
        if (in.read() >= 0) {
            throw problem("bytes follow the last section");
        }
        allowed = EnumSet.noneOf(Section.class);
        return new CheckpointEntry.End();
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

    private CheckpointException problem(String reason) {
        return new CheckpointException(problemAt, reason);
    }
}
