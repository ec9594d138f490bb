package dev.hira.wire;

/** Reports bytes that violate the protocol. Has no stack trace, because the sender is at fault. */
public final class MalformedFrameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedFrameException(String message) {
        super(message, null, false, false);
    }
}
