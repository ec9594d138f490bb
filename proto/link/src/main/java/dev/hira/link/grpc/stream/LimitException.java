package dev.hira.link.grpc.stream;

/** A frame that is well-formed and larger than allowed. Its text says by how much. */
final class LimitException extends Exception {
    private static final long serialVersionUID = 1L;

    LimitException(String message) {
        super(message, null, false, false);
    }
}
