package dev.hira.router.checkpoint;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.router.checkpoint.CheckpointLayout.Section;
import dev.hira.wire.v1.CheckpointKept;
import dev.hira.wire.v1.CheckpointSession;
import dev.hira.wire.v1.CheckpointSessionEnd;
import dev.hira.wire.v1.CheckpointVm;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.Set;

/**
 * Reads a checkpoint from its beginning to its end, and checks every byte and the order of its
 * sections. Used by one thread.
 *
 * <p>A section is returned after it has been checked, but a later one may still be damaged: {@link
 * #check} a checkpoint before the first effect.
 */
public final class CheckpointReader {
    private final SectionReader in;
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
        this.in = new SectionReader(in, CheckpointLayout.CHECKPOINT);
    }

    /** Reads a checkpoint to its end; returns its VM. */
    public static CheckpointVm check(InputStream in) throws IOException {
        CheckpointReader reader = new CheckpointReader(in);
        CheckpointVm vm = reader.vm();
        while (!(reader.next() instanceof CheckpointEntry.End)) {
            // every section is checked as it is read
        }
        return vm;
    }

    /** Reads the first section. */
    public CheckpointVm vm() throws IOException {
        if (!(next() instanceof CheckpointEntry.Vm first)) {
            throw in.problem("the first section is no VM");
        }
        return first.vm();
    }

    /** Returns the bytes read so far. */
    public long offset() {
        return in.offset();
    }

    /**
     * Reads the next section.
     *
     * @throws CheckpointException when it is damaged, cut off or out of order
     */
    public CheckpointEntry next() throws IOException {
        long number = in.sections();
        SectionReader.Section section = in.next();
        Section kind =
                Section.numbered(section.kind())
                        .orElseThrow(() ->
                                in.problem(
                                        "section "
                                                + number
                                                + " has the unknown kind "
                                                + section.kind()));
        if (!allowed.contains(kind)) {
            throw in.problem("section " + number + " is a " + kind + "; allowed are " + allowed);
        }
        try {
            return entry(kind, section.content());
        } catch (InvalidProtocolBufferException e) {
            throw in.problem("a section of kind " + kind + " cannot be read: " + e.getMessage());
        }
    }

    private CheckpointEntry entry(Section kind, byte[] content) throws IOException {
        return switch (kind) {
            case VM -> vm(CheckpointVm.parseFrom(content));
            case SESSION -> session(CheckpointSession.parseFrom(content));
            case KEPT -> new CheckpointEntry.Kept(CheckpointKept.parseFrom(content));
            case CALLS -> calls(content);
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
        allowed = EnumSet.of(Section.KEPT, Section.CALLS, Section.STATE, Section.SESSION_END);
        return new CheckpointEntry.Session(session);
    }

    private CheckpointEntry calls(byte[] frame) {
        allowed = EnumSet.of(Section.CALLS, Section.STATE, Section.SESSION_END);
        return new CheckpointEntry.Calls(frame);
    }

    private CheckpointEntry state(byte[] piece) {
        pieces++;
        allowed = EnumSet.of(Section.STATE, Section.SESSION_END);
        return new CheckpointEntry.State(piece);
    }

    private CheckpointEntry sessionEnd(CheckpointSessionEnd end) throws CheckpointException {
        if (end.getPieces() != pieces) {
            throw in.problem(
                    "a session has " + pieces + " pieces of state instead of " + end.getPieces());
        }
        allowNextSession();
        return new CheckpointEntry.SessionEnd(end);
    }

    private void allowNextSession() {
        allowed = EnumSet.of(sessionsLeft == 0 ? Section.END : Section.SESSION);
    }

    private CheckpointEntry end() throws IOException {
        in.requireEnd();
        allowed = EnumSet.noneOf(Section.class);
        return new CheckpointEntry.End();
    }
}
