package dev.hira.server.session;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.resume.ResumableLink;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.v1.Resume;

/** Lets a link's first frame either open a session or continue one on this link's connection. */
final class FirstFrame implements LinkHandler {
    /** Tells nothing about the session, not even whether it exists. */
    private static final LinkStatus REFUSAL =
            new LinkStatus(Cause.REFUSED, "this server has no such session of the router");

    private final SessionHost server;
    private final Link link;
    private final RouterConnection connection;
    private boolean first = true;

    FirstFrame(SessionHost server, Link link, RouterConnection connection) {
        this.server = server;
        this.link = link;
        this.connection = connection;
    }

    @Override
    public void onFrame(Frame frame) {
        Resume again = first ? OpenReader.resume(frame) : null;
        first = false;
        if (again == null) {
            connection.onFrame(frame);
        } else {
            frame.release();
            resume(again);
        }
    }

    private void resume(Resume again) {
        RouterResumption right = server.resumption(again);
        if (right != null && link instanceof ResumableLink fresh) {
            right.resume(fresh, again);
            connection.close(LinkStatus.NORMAL);
        } else {
            connection.close(REFUSAL);
        }
    }

    @Override
    public void onWritable() {
        connection.onWritable();
    }

    @Override
    public void onClosed(LinkStatus status) {
        connection.onClosed(status);
    }
}
