package dev.hira.server.call;

import dev.hira.server.lane.CallFailure;
import dev.hira.server.lane.ServerLane;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import org.jspecify.annotations.Nullable;

/**
 * Sends the results of calls: replies to synchronous calls, and only failures of asynchronous ones.
 */
final class CallAnswers {
    private final GuestOutbox outbox;
    private long failed;

    CallAnswers(GuestOutbox outbox) {
        this.outbox = outbox;
    }

    /** Answers a call that was made. */
    void ended(ServerLane<?> lane, CommandCall call, @Nullable CallFailure failure) {
        if (failure != null) {
            failed++;
            failed(lane, call, failure);
        } else if (call.sync()) {
            outbox.reply(call);
        }
    }

    private void failed(ServerLane<?> lane, CommandCall call, CallFailure failure) {
        int kind = call.sync() ? RecordKinds.REPLY : RecordKinds.FAILED;
        outbox.failure(kind, call.function(), call.callId(), call.lane(), failure);
        if (!call.sync()) {
            poison(lane, failure.of(call.function(), call.callId()));
        }
    }

    /** Answers a call that is refused. */
    void refuse(RecordCursor at, CallFailure failure) {
        boolean sync = (at.flags() & RecordFlags.SYNC) != 0;
        int kind = sync ? RecordKinds.REPLY : RecordKinds.FAILED;
        outbox.failure(kind, at.function(), at.callId(), at.lane(), failure);
        failed++;
    }

    /**
     * Makes a lane's next synchronous call report a failure, unless it already has an earlier one
     * to report.
     */
    static void poison(ServerLane<?> lane, CallFailure failure) {
        if (lane.poison == null) {
            lane.poison = failure;
        }
    }

    /** Returns the number of failed calls since the last query. */
    long takeFailed() {
        long count = failed;
        failed = 0;
        return count;
    }
}
