package dev.hira.guest.session;

import dev.hira.guest.call.LateOutputs;
import dev.hira.guest.call.Staging;
import dev.hira.guest.call.WireFailure;
import dev.hira.link.LinkHandler;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/** Decodes and distributes the records that arrive on one link. On the link's reading thread. */
final class Inbox implements LinkHandler {
    private static final Logger LOG = System.getLogger("dev.hira.guest");

    private final GuestSession session;
    private final Consumer<LinkStatus> onClosed;
    private final RecordCursor record = new RecordCursor();
    private final ArgsReader args = new ArgsReader();

    /**
     * @param onClosed handles the link's end
     */
    Inbox(GuestSession session, Consumer<LinkStatus> onClosed) {
        this.session = session;
        this.onClosed = onClosed;
    }

    @Override
    public void onFrame(Frame frame) {
        session.counters().add(SessionCounters.FRAMES_RECEIVED, 1);
        try {
            record.wrap(frame);
            while (record.next()) {
                handle(frame);
            }
        } catch (MalformedFrameException e) {
            session.end(
                    new LinkStatus(
                            LinkStatus.Cause.PROTOCOL,
                            "the router sent something that breaks the protocol: "
                                    + e.getMessage()));
        } finally {
            frame.release();
        }
    }

    private void handle(Frame frame) {
        switch (record.kind()) {
            case RecordKinds.REPLY -> reply(frame);
            case RecordKinds.OUTPUT -> output(frame);
            case RecordKinds.CALLBACK -> session.callbacks().invoke(record, frame.head());
            case RecordKinds.FAILED -> failed();
            case RecordKinds.CONTROL -> session.handshake().onControl(record.args(args));
            default ->
                    throw new MalformedFrameException(
                            "a " + RecordKinds.name(record.kind()) + " is not for a guest");
        }
    }

    private void reply(Frame frame) {
        PendingCall call = session.table().get(record.callId());
        if (call == null || call.isDecided()) {
            if (session.isRepeated()) {
                return;
            }
            throw new MalformedFrameException(
                    "a reply to call " + record.callId() + ", which no thread waits for");
        }
        Staging staging = session.staging();
        if (staging != null && (record.flags() & RecordFlags.BY_ROUTER) == 0) {
            staging.answered(record.callId());
        }
        boolean lasting = call.isReused();
        call.answer(frame, record);
        if (!lasting && call.isComplete()) {
            session.table().remove(call);
        }
    }

    private void output(Frame frame) {
        PendingCall call = session.table().get(record.callId());
        LateOutputs late = call == null ? null : call.late();
        if (call == null || late == null) {
            return;
        }
        session.counters().add(SessionCounters.LATE_OUTPUTS, 1);
        late.deliver(frame, record);
        if (call.isComplete()) {
            session.table().remove(call);
        }
    }

    private void failed() {
        session.counters().add(SessionCounters.FAILURES, 1);
        WireFailure failure = WireFailure.read(record.args(args));
        LOG.log(
                Level.DEBUG,
                () ->
                        "an asynchronous call failed with "
                                + failure.code()
                                + ": "
                                + failure.message());
        session.drop(record.callId());
    }

    @Override
    public void onWritable() {
        session.outbox().onWritable();
    }

    @Override
    public void onClosed(LinkStatus status) {
        onClosed.accept(status);
    }
}
