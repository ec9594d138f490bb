package dev.hira.link.grpc.tls;

import java.io.IOException;

/** A TLS connection could not be made; the message says why, for the user of this process. */
public final class TlsException extends IOException {
    private static final long serialVersionUID = 1L;

    public TlsException(String message) {
        super(message);
    }

    /** The peer or a file caused it, so the text needs no stack trace of ours. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
