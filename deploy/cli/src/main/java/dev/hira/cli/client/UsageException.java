package dev.hira.cli.client;

/** A command that was asked for something that it cannot do, in a sentence for its user. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
