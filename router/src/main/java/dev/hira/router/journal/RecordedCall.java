package dev.hira.router.journal;

import dev.hira.router.catalog.CallValues;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.RecordCursor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** The values of the call that is being recorded. Reused. */
final class RecordedCall implements CallValues {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);

    private final int laneType;
    private final ArgsReader args = new ArgsReader();
    private final ArgsReader results = new ArgsReader();
    private ByteBuffer argsBytes = NOTHING;
    private int argsOffset;
    private int argsLength;
    private ByteBuffer resultBytes = NOTHING;
    private int resultOffset;
    private int resultLength;
    private @Nullable JournalObject current;

    /** Whether a rule has asked for the current object. */
    private boolean asked;

    /**
     * @param laneType the type of which lanes have a current object; 0: none
     */
    RecordedCall(int laneType) {
        this.laneType = laneType;
    }

    /** Shows a call without results. */
    void show(ByteBuffer head, RecordCursor record, @Nullable JournalObject laneCurrent) {
        argsBytes = head;
        argsOffset = record.argsOffset();
        argsLength = record.argsLength();
        resultBytes = NOTHING;
        resultLength = 0;
        current = laneCurrent;
        asked = false;
    }

    /** Shows a recorded call with its reply. */
    void show(JournalEntry entry, ByteBuffer head, RecordCursor reply) {
        argsBytes = entry.args();
        argsOffset = 0;
        argsLength = argsBytes.capacity();
        resultBytes = head;
        resultOffset = reply.argsOffset();
        resultLength = reply.argsLength();
        current = entry.current;
        asked = false;
    }

    boolean askedForCurrent() {
        return asked;
    }

    @Nullable JournalObject current() {
        return current;
    }

    @Override
    public ArgsReader args() {
        return args.wrap(argsBytes, argsOffset, argsLength);
    }

    @Override
    public ArgsReader results() {
        return results.wrap(resultBytes, resultOffset, resultLength);
    }

    @Override
    public long current(int type) {
        asked = true;
        JournalObject object = current;
        return type == laneType && object != null ? object.name : 0;
    }
}
