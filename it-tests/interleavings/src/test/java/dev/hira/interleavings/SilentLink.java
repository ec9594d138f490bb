package dev.hira.interleavings;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordCursor;

/** A link that notes the numbers of the calls in the frames that it is given, in order. */
public final class SilentLink implements Link {
    private final StringBuilder sent = new StringBuilder();

    /** Whether {@link #isWritable}. */
    public volatile boolean writable = true;

    /** Returns the numbers sent so far; only when no thread sends. */
    public String sent() {
        return sent.toString();
    }

    @Override
    public void send(Frame frame) {
        RecordCursor record = new RecordCursor().wrap(frame);
        while (record.next()) {
            sent.append(record.callId());
        }
        frame.release();
    }

    @Override
    public boolean isWritable() {
        return writable;
    }

    @Override
    public void start(LinkHandler handler) {}

    @Override
    public void setReadable(boolean readable) {}

    @Override
    public void execute(Runnable task) {}

    @Override
    public String kind() {
        return "silent";
    }

    @Override
    public void close(LinkStatus reason) {}
}
