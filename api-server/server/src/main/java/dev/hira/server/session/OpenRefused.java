package dev.hira.server.session;

import dev.hira.wire.LinkStatus;

/** The refusal of a session, with its reason. Carries no stack trace: the caller is at fault. */
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
