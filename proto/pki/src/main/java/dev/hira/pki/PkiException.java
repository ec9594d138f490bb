package dev.hira.pki;

/** An authority refuses a request, or its folder is damaged; the message says what to do. */
public final class PkiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PkiException(String message) {
        super(message);
    }

    PkiException(String message, Throwable cause) {
        super(message, cause);
    }
}
