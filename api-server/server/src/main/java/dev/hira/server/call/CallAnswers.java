package dev.hira.server.call;

import dev.hira.server.lane.CallFailure;
import dev.hira.server.lane.ServerLane;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import org.jspecify.annotations.Nullable;

/** Says how calls ended: by their reply or, if nobody waits for one, by their failure only. */
final class CallAnswers {
    private final ReplyOutbox outbox;
    private long failed;

    CallAnswers(ReplyOutbox outbox) {
        this.outbox = outbox;
    }

    /** A call was made. */
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

    /** A call is not made. */
    void refuse(RecordCursor at, CallFailure failure) {
        boolean sync = (at.flags() & RecordFlags.SYNC) != 0;
        int kind = sync ? RecordKinds.REPLY : RecordKinds.FAILED;
        outbox.failure(kind, at.function(), at.callId(), at.lane(), failure);
        failed++;
    }

    /**
     * Lets a lane's next synchronous call report a failure, unless it has an earlier one to report.
     */
    static void poison(ServerLane<?> lane, CallFailure failure) {
        if (lane.poison == null) {
            lane.poison = failure;
        }
    }

    /** How many calls failed since this was asked last. */
    long takeFailed() {
        long count = failed;
        failed = 0;
        return count;
    }
}
