package dev.hira.wire;

/** The kinds of records, as numbers of the kind byte. */
public final class RecordKinds {
    /** Guest to server: call a function. */
    public static final int CALL = 1;

    /** Guest to server: the result of a callback. */
    public static final int CALLBACK_RETURN = 2;

    /**
     * Router to server, in place of a {@link #CALL} that a policy denied: the arguments are the
     * Failure that the lane's next synchronous call reports, or, if the call is synchronous, that
     * the server answers.
     */
    public static final int REFUSED = 3;

    /** Server to guest: the answer to a synchronous call. */
    public static final int REPLY = 16;

    /** Server to guest: a late output of an earlier asynchronous call. */
    public static final int OUTPUT = 17;

    /** Server to guest: invoke a callback. */
    public static final int CALLBACK = 18;

    /** To the guest: an asynchronous call failed, at the server or with the loss of the server. */
    public static final int FAILED = 19;

    /**
     * Server to router, in frames for the next hop: the work of calls has ended at the devices. The
     * arguments are a Done message; see {@link DoneWriter} and {@link DoneReader}.
     */
    public static final int DONE = 20;

    /** In both directions: the arguments are a Control message. */
    public static final int CONTROL = 32;

    private RecordKinds() {}

    /** Returns the kind's name, for messages. */
    public static String name(int kind) {
        return switch (kind) {
            case CALL -> "CALL";
            case CALLBACK_RETURN -> "CALLBACK_RETURN";
            case REFUSED -> "REFUSED";
            case REPLY -> "REPLY";
            case OUTPUT -> "OUTPUT";
            case CALLBACK -> "CALLBACK";
            case FAILED -> "FAILED";
            case DONE -> "DONE";
            case CONTROL -> "CONTROL";
            default -> "kind " + kind;
        };
    }

    /** Returns whether the number is one of the kinds. */
    public static boolean isKnown(int kind) {
        return (kind >= CALL && kind <= REFUSED)
                || (kind >= REPLY && kind <= DONE)
                || kind == CONTROL;
    }
}
