package dev.hira.guest.session;

import dev.hira.wire.LinkStatus;

/** The session is over. Thrown to the lane, which knows how to say it in the API's terms. */
final class SessionGone extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient LinkStatus status;

    SessionGone(LinkStatus status) {
        super(status.message(), null, false, false);
        this.status = status;
    }

    LinkStatus status() {
        return status;
    }
}
