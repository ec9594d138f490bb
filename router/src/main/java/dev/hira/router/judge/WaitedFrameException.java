package dev.hira.router.judge;

import dev.hira.wire.MalformedFrameException;

/**
 * Reports that a guest's frame, which had waited, breaks the protocol, whatever the session was
 * doing when its turn came.
 */
public final class WaitedFrameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WaitedFrameException(MalformedFrameException cause) {
        super(cause.getMessage(), cause, false, false);
    }
}
