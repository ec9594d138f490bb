package dev.hira.router.session.place;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;

/** The link of a session that is at no server. Its commands are held, so nothing is sent. */
public final class NoServer implements Link {
    @Override
    public void start(LinkHandler handler) {}

    @Override
    public void send(Frame frame) {
        frame.release();
    }

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public void setReadable(boolean readable) {}

    @Override
    public void execute(Runnable task) {}

    @Override
    public String kind() {
        return "none";
    }

    @Override
    public void close(LinkStatus reason) {}
}
