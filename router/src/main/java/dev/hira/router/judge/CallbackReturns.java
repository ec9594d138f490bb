package dev.hira.router.judge;

import dev.hira.base.LongIntMap;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;

/**
 * Has what a guest's callbacks return overtake commands that wait. A device stands still until a
 * callback in one of its streams has returned; the command that waits may wait for that very
 * device, and must not hold the return up.
 */
final class CallbackReturns {
    private final SessionLinks links;
    private final RecordCursor cursor = new RecordCursor();
    private final FrameWriter writer = new FrameWriter();
    private final LongIntMap underWay;

    /**
     * @param salt a random number for the hash table
     */
    CallbackReturns(SessionLinks links, long salt) {
        this.links = links;
        this.underWay = new LongIntMap(salt);
    }

    /** Whether a callback has not returned yet. */
    boolean areExpected() {
        return underWay.size() != 0;
    }

    /** The server asks the guest to run a callback. */
    void called(long invocation) {
        underWay.put(invocation, 0);
    }

    /** A return goes on in its turn. */
    void passed(long invocation) {
        underWay.remove(invocation);
    }

    /**
     * Sends those returns of a frame on that are expected; in their turn they mean nothing more.
     */
    void overtake(Frame frame) {
        cursor.wrap(frame);
        while (areExpected() && cursor.next()) {
            if (cursor.kind() == RecordKinds.CALLBACK_RETURN
                    && underWay.remove(cursor.callId()) != LongIntMap.MISSING) {
                writer.begin(
                                cursor.kind(),
                                cursor.flags(),
                                cursor.function(),
                                cursor.callId(),
                                cursor.lane())
                        .args(frame.head(), cursor.argsOffset(), cursor.argsLength())
                        .end();
            }
        }
        if (!writer.isEmpty()) {
            links.down(writer.finish(FrameLayout.AUDIENCE_PEER));
        }
    }
}
