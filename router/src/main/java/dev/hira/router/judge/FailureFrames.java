package dev.hira.router.judge;

import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Failure;

/** Creates the frames that report refused commands. */
final class FailureFrames {
    private final FrameWriter writer = new FrameWriter();

    /** Returns the reply to a synchronous call. */
    Frame errorReply(RecordCursor call, CommandRefusal refusal) {
        Failure failure =
                Failure.newBuilder()
                        .setOrigin(refusal.origin())
                        .setCode(refusal.code())
                        .setMessage(refusal.message())
                        .build();
        return frame(RecordKinds.REPLY, RecordFlags.ERROR | RecordFlags.BY_ROUTER, call, failure);
    }

    /** Returns the replacement of a call, which the server answers if it is synchronous. */
    Frame refused(RecordCursor call, CommandRefusal refusal) {
        Failure.Builder failure =
                Failure.newBuilder()
                        .setOrigin(refusal.origin())
                        .setCode(refusal.code())
                        .setMessage(refusal.message());
        int sync = call.flags() & RecordFlags.SYNC;
        if (sync == 0) {
            failure.setFunction(call.function()).setCallId(call.callId());
        }
        return frame(RecordKinds.REFUSED, sync, call, failure.build());
    }

    /** Returns the notice for the guest that an asynchronous call is not made. */
    Frame failed(RecordCursor call, CommandRefusal refusal) {
        Failure failure =
                Failure.newBuilder()
                        .setOrigin(refusal.origin())
                        .setCode(refusal.code())
                        .setMessage(refusal.message())
                        .build();
        return frame(RecordKinds.FAILED, RecordFlags.BY_ROUTER, call, failure);
    }

    private Frame frame(int kind, int flags, RecordCursor call, Failure failure) {
        byte[] args = failure.toByteArray();
        writer.begin(kind, flags, call.function(), call.callId(), call.lane());
        writer.args(args, args.length);
        writer.end();
        return writer.finish(FrameLayout.AUDIENCE_PEER);
    }
}
