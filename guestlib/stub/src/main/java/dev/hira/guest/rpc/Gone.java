package dev.hira.guest.rpc;

import dev.hira.wire.LinkStatus;

/** The session is over. Thrown to the lane, which knows how to say it in the API's terms. */
final class Gone extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient LinkStatus status;

    Gone(LinkStatus status) {
        super(status.message(), null, false, false);
        this.status = status;
    }

    LinkStatus status() {
        return status;
    }
}
