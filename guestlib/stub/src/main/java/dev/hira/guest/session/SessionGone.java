package dev.hira.guest.session;

import dev.hira.wire.LinkStatus;

/** Signals that the session is over. Thrown to the lane, which translates it to the API's terms. */
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
