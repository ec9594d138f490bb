package dev.hira.link.grpc.stream;

/** Reports a well-formed frame that exceeds a limit. The text states both sizes. */
final class LimitException extends Exception {
    private static final long serialVersionUID = 1L;

    LimitException(String message) {
        super(message, null, false, false);
    }
}
