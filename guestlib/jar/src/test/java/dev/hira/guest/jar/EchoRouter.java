package dev.hira.guest.jar;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;

/** A router that opens every session and answers every synchronous call with an empty reply. */
final class EchoRouter implements LinkHandler {
    private final Link link;
    private final RecordCursor record = new RecordCursor();
    private final FrameWriter writer = new FrameWriter();

    EchoRouter(Link link) {
        this.link = link;
    }

    @Override
    public void onFrame(Frame frame) {
        record.wrap(frame);
        while (record.next()) {
            if (record.kind() == RecordKinds.CONTROL) {
                ArgsWriter opened = new ArgsWriter().beginMessage(2).string(1, "s").endMessage();
                writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0)
                        .args(opened.array(), opened.length())
                        .end();
            } else if ((record.flags() & RecordFlags.SYNC) != 0) {
                writer.begin(RecordKinds.REPLY, 0, 0, record.callId(), record.lane()).end();
            }
        }
        frame.release();
        if (!writer.isEmpty()) {
            link.send(writer.finish(0));
        }
    }

    @Override
    public void onWritable() {
        // Only a reply's header is needed.
    }

    @Override
    public void onClosed(LinkStatus status) {
        writer.close();
    }
}
