package dev.hira.server.session;

import dev.hira.wire.Frame;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;

/**
 * The last of the calls that have arrived, which the router's next process asks for. On the link's
 * thread.
 */
final class ArrivedCalls {
    private final RecordCursor record = new RecordCursor();
    private long last;

    /** Notes a frame that has arrived. */
    void note(Frame frame) {
        record.wrap(frame);
        while (record.next()) {
            if (record.kind() == RecordKinds.CALL || record.kind() == RecordKinds.REFUSED) {
                last = Math.max(last, record.callId());
            }
        }
    }

    /** Returns the number of the last call; 0: none has arrived. */
    long last() {
        return last;
    }
}
