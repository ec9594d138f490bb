package dev.hira.router.judge;

import dev.hira.base.LongIntMap;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;

/**
 * Lets the returns of a guest's callbacks overtake waiting commands. The stream of a callback does
 * not go on until the callback has returned; the waiting command may depend on that very stream and
 * must not hold up the return.
 *
 * <p>An invocation's number names one callback of the session for good, also when the session
 * changes its server ({@link UpPath#callbacksOfNextServer}). So a return that has passed to a
 * server is not expected at the next one, and does not pass again.
 */
final class CallbackReturns {
    private final SessionLinks links;
    private final RecordCursor cursor = new RecordCursor();
    private final FrameWriter writer = new FrameWriter();
    private final LongIntMap underWay;

    /** The invocations whose returns must not go on when they come; the values mean nothing. */
    private final LongIntMap idle;

    /** Whether returns may come that the server has got before. */
    private boolean ignoresUnknown;

    /**
     * @param salt a random number for the hash table
     */
    CallbackReturns(SessionLinks links, long salt) {
        this.links = links;
        this.underWay = new LongIntMap(salt);
        this.idle = new LongIntMap(~salt);
    }

    /** Goes on with the callbacks that have not returned to a server; ignores others' returns. */
    void begunBefore(Iterable<Long> invocations) {
        ignoresUnknown = true;
        invocations.forEach(this::called);
    }

    /** Whether a callback has not returned yet. */
    boolean areExpected() {
        return underWay.size() != 0;
    }

    /** Notes that the server asks the guest to run a callback. */
    void called(long invocation) {
        underWay.put(invocation, 0);
    }

    /**
     * Whether a return goes on in its turn; false: it went ahead, or was for a server that the
     * session has lost.
     */
    boolean passes(long invocation) {
        if (idle.remove(invocation) != LongIntMap.MISSING) {
            return false;
        }
        boolean expected = underWay.remove(invocation) != LongIntMap.MISSING;
        return expected || !ignoresUnknown;
    }

    /** Notes that the server is gone: it expects no returns any more. */
    void lost() {
        underWay.forEachKey(this::ignore);
        underWay.clear();
    }

    private void ignore(long invocation) {
        idle.put(invocation, 0);
    }

    /**
     * Sends the expected returns of a frame ahead; their originals do not go on later.
     *
     * @param from the offset of the first record that has not gone on
     */
    void overtake(Frame frame, int from) {
        cursor.wrap(frame);
        while (areExpected() && cursor.next()) {
            if (cursor.offset() >= from
                    && cursor.kind() == RecordKinds.CALLBACK_RETURN
                    && !idle.contains(cursor.callId())
                    && underWay.remove(cursor.callId()) != LongIntMap.MISSING) {
                ignore(cursor.callId());
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
