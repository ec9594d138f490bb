package dev.hira.wire;

/** The bits of a record's flags byte. */
public final class RecordFlags {
    /** A CALL whose caller waits for a REPLY. */
    public static final int SYNC = 1;

    /** A REPLY or CALLBACK_RETURN whose arguments are a Failure. */
    public static final int ERROR = 2;

    /**
     * A CALL whose arena inputs are copies made for this call: they must have been read when the
     * call has been executed or answered.
     */
    public static final int STAGED = 8;

    /**
     * A REPLY or FAILED from the router, which refused the call or lost the server; it says nothing
     * about the server's progress with earlier calls.
     */
    public static final int BY_ROUTER = 16;

    private RecordFlags() {}
}
