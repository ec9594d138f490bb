package dev.hira.router.testing;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A guest or a server played by a test: it keeps the frames that it receives and replies by a
 * script.
 */
public final class Peer implements LinkHandler {
    private final PumpedLink link;
    private final List<Control> controls = new ArrayList<>();
    private final List<byte[]> frames = new ArrayList<>();
    private final List<Calls.Seen> records = new ArrayList<>();
    private BiConsumer<Peer, Control> onControl = (peer, control) -> {};
    private BiConsumer<Peer, Calls.Seen> onRecord = (peer, record) -> {};
    private @Nullable LinkStatus status;

    public Peer(PumpedLink link) {
        this.link = link;
        link.start(this);
    }

    public Peer onControl(BiConsumer<Peer, Control> script) {
        onControl = script;
        return this;
    }

    public Peer onRecord(BiConsumer<Peer, Calls.Seen> script) {
        onRecord = script;
        return this;
    }

    public PumpedLink link() {
        return link;
    }

    public void send(Frame frame) {
        link.send(frame);
    }

    public void send(Control.Builder control) {
        link.send(dev.hira.router.judge.Controls.frame(control.build()));
    }

    /** Returns the received control messages. */
    public List<Control> controls() {
        return controls;
    }

    /** Returns the other received frames, byte by byte. */
    public List<byte[]> frames() {
        return frames;
    }

    /** Returns the records of these frames. */
    public List<Calls.Seen> records() {
        return records;
    }

    /** Returns the reason for the link's end; fails while the link is open. */
    public LinkStatus status() {
        return Objects.requireNonNull(status, "the link is still open");
    }

    public boolean isOpen() {
        return status == null;
    }

    @Override
    public void onFrame(Frame frame) {
        List<Calls.Seen> seen = Calls.records(frame);
        if (seen.size() == 1 && seen.get(0).kind() == RecordKinds.CONTROL) {
            Control control = Calls.control(frame);
            controls.add(control);
            frame.release();
            onControl.accept(this, control);
            return;
        }
        frames.add(Calls.bytes(frame));
        records.addAll(seen);
        frame.release();
        seen.forEach(record -> onRecord.accept(this, record));
    }

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(LinkStatus reason) {
        status = reason;
    }

    @Override
    public String toString() {
        return ((Link) link).toString();
    }
}
