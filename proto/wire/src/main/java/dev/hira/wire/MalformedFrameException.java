package dev.hira.wire;

/** Bytes that break the protocol. Carries no stack trace: it is the sender's fault. */
public final class MalformedFrameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedFrameException(String message) {
        super(message, null, false, false);
    }
}
