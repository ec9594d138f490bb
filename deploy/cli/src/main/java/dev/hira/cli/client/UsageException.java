package dev.hira.cli.client;

/** Wrong use of a command; the message is a sentence for its user. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
