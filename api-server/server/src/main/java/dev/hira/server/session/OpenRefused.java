package dev.hira.server.session;

import dev.hira.wire.LinkStatus;

/** A session that is not opened, and why. Carries no stack trace: it is the caller's fault. */
final class OpenRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final LinkStatus.Cause reason;

    OpenRefused(LinkStatus.Cause reason, String message) {
        super(message, null, false, false);
        this.reason = reason;
    }

    LinkStatus status() {
        return new LinkStatus(reason, String.valueOf(getMessage()));
    }
}
