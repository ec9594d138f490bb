package dev.hira.router.judge;

import dev.hira.base.LongIntMap;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;

/**
 * Lets the returns of a guest's callbacks overtake waiting commands. A device stands still until a
 * callback in one of its streams has returned; the waiting command may depend on that very device
 * and must not hold up the return.
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

    /** Notes that the server asks the guest to run a callback. */
    void called(long invocation) {
        underWay.put(invocation, 0);
    }

    /** Notes that a return goes on in its turn. */
    void passed(long invocation) {
        underWay.remove(invocation);
    }

    /** Sends the expected returns of a frame ahead; their originals have no effect later. */
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
