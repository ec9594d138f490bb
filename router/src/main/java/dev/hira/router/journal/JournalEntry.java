package dev.hira.router.journal;

import com.google.protobuf.ByteString;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One recorded call: the bytes that were judged, and the objects that repeating it needs. */
final class JournalEntry {
    /** An estimate of the memory that an entry takes besides its bytes. */
    static final int OWN_BYTES = 256;

    /** An estimate of the memory of an object, which its creation counts. */
    static final int OBJECT_BYTES = 384;

    /** An estimate of the memory and the work of a replay for each object that a call needs. */
    private static final int NEED_BYTES = 16;

    /** What each further reference costs: it takes no memory, but a call of the replay. */
    private static final int REFERENCE_BYTES = 128;

    /** The part that an entry plays. */
    enum Part {
        /** It created {@link #of}. */
        CREATION,
        /** It will create an object that the device names in its reply. */
        AWAITED,
        /** It changed {@link #of}; all such calls are repeated, in order. */
        CHANGE,
        /** It added a reference to {@link #of}. */
        RETAIN,
        /** It took a reference to {@link #of} back. */
        RELEASE,
        /** It is in a slot of {@link #of}, in which only the newest call counts. */
        SLOT,
        /** It emptied a slot of {@link #of}. */
        UNDO,
        /** It ended {@link #of}. */
        ENDING
    }

    final long call;
    final int lane;
    final Part part;

    /** The object that it concerns. */
    JournalObject of;

    /** The objects that must exist when it is repeated. Each counts the entry as a user. */
    final List<JournalObject> needs = new ArrayList<>(2);

    /** The lane's current object when the call was made. Not a user of it by itself. */
    final @Nullable JournalObject current;

    /** Whether the call depends on {@link #current}; it is then among {@link #needs}. */
    boolean needsCurrent;

    /** Whether {@link #current} was dead when the call was made, or was being ended. */
    boolean lostCurrent;

    /** The number of times to repeat it: the number of retains that it stands for. */
    int times = 1;

    /** Its slot, if it is in one. */
    LatestCalls.@Nullable Slot slot;

    /** The call that it replaced in its slot, until this call is known to have succeeded. */
    @Nullable JournalEntry older;

    /** Whether the journal has let go of it. */
    boolean forgotten;

    /** The devices' choices for {@link #of}, if it created that. */
    @Nullable ByteString choices;

    private final byte[] head;
    private final byte[] bulk;

    JournalEntry(
            Part part,
            JournalObject of,
            @Nullable JournalObject current,
            RecordCursor record,
            Frame frame) {
        this.part = part;
        this.of = of;
        this.current = current;
        this.call = record.callId();
        this.lane = record.lane();
        this.head = new byte[record.endOffset() - record.offset()];
        frame.head().get(record.offset(), head);
        this.bulk = new byte[record.bulkEnd() - record.bulkStart()];
        if (bulk.length > 0) {
            frame.bulk().getBytes(record.bulkStart(), bulk);
        }
    }

    private JournalEntry(JournalEntry other, Part part, JournalObject of) {
        this.part = part;
        this.of = of;
        this.current = other.current;
        this.call = other.call;
        this.lane = other.lane;
        this.head = other.head;
        this.bulk = other.bulk;
        this.choices = other.choices;
    }

    /** Returns the same call in another part. */
    JournalEntry as(Part otherPart, JournalObject otherOf) {
        return new JournalEntry(this, otherPart, otherOf);
    }

    int function() {
        return layout().getShort(FrameLayout.RECORD_FUNCTION) & 0xFFFF;
    }

    long bytes() {
        return (long) head.length
                + bulk.length
                + (choices == null ? 0 : choices.size())
                + OWN_BYTES
                + (makesObject() ? OBJECT_BYTES : 0)
                + (long) NEED_BYTES * needs.size()
                + (long) REFERENCE_BYTES * (times - 1);
    }

    private boolean makesObject() {
        return part == Part.CREATION || part == Part.AWAITED;
    }

    /** Whether it takes a reference or an object away, so that later there is less to keep. */
    boolean isReleasing() {
        return part == Part.RELEASE || part == Part.UNDO || part == Part.ENDING;
    }

    /** Returns the bytes of the record and of its payloads. */
    int wireBytes() {
        return head.length + bulk.length;
    }

    /**
     * Adds an object that must exist when the call is repeated. The needs of a call are added
     * before those of the next one.
     */
    void needs(@Nullable JournalObject object) {
        if (object != null && object.neededBy != call) {
            object.neededBy = call;
            needs.add(object);
            object.users++;
        }
    }

    /** Returns the arguments. */
    ByteBuffer args() {
        return ByteBuffer.wrap(head, FrameLayout.RECORD_BYTES, argsLength())
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    private int argsLength() {
        return layout().getInt(FrameLayout.RECORD_ARGS_LENGTH);
    }

    private ByteBuffer layout() {
        return ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Appends the record as a synchronous call of another lane. */
    void appendTo(ByteBuf heads, ByteBuf bulks, int otherLane) {
        int at = heads.writerIndex();
        heads.writeBytes(head);
        heads.setByte(
                at + FrameLayout.RECORD_FLAGS, head[FrameLayout.RECORD_FLAGS] | RecordFlags.SYNC);
        heads.setIntLE(at + FrameLayout.RECORD_LANE, otherLane);
        bulks.writeBytes(bulk);
    }
}
