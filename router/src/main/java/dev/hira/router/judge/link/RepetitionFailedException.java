package dev.hira.router.judge.link;

/**
 * Reports that a call failed at the server that repeats it, although it had succeeded at an earlier
 * server; the message is a clause with the function and its result.
 */
public final class RepetitionFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RepetitionFailedException(long call, String result) {
        super(
                "call " + call + " had succeeded and failed when it was repeated (" + result + ")",
                null,
                false,
                false);
    }
}
