package dev.hira.server.session;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.ring.RingLink;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The router's part in opening a session with rings for its frames. */
final class RingHandshake implements LinkHandler {
    private final Link control;
    private final CompletableFuture<Opened> opened = new CompletableFuture<>();
    private volatile @Nullable RingLink rings;

    RingHandshake(Link control) {
        this.control = control;
        control.start(this);
    }

    Opened open(Open request) {
        byte[] bytes = Control.newBuilder().setOpen(request).build().toByteArray();
        try (FrameWriter writer = new FrameWriter()) {
            writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0).args(bytes, bytes.length).end();
            control.send(writer.finish(0));
        }
        return opened.orTimeout(120, TimeUnit.SECONDS).join();
    }

    void use(RingLink link) {
        rings = link;
    }

    @Override
    public void onFrame(Frame frame) {
        RecordCursor record = new RecordCursor().wrap(frame);
        try {
            if (record.next()) {
                Control answer =
                        Control.parseFrom(
                                frame.head().slice(record.argsOffset(), record.argsLength()));
                opened.complete(answer.getOpened());
            }
        } catch (InvalidProtocolBufferException e) {
            opened.completeExceptionally(e);
        } finally {
            frame.release();
        }
    }

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(LinkStatus status) {
        opened.completeExceptionally(new AssertionError(status));
        RingLink used = rings;
        if (used != null) {
            used.controlClosed(status);
        }
    }
}
