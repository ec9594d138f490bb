package dev.hira.policy;

/** The policy as one session meets it. Called by one thread at a time. */
public interface SessionPolicy extends AutoCloseable {
    /**
     * Judges one command. Must not block and should allocate nothing.
     *
     * @param command the command; reused by the caller, valid during this call only
     */
    Admission judge(JudgedCommand command);

    /**
     * No more commands are judged for now: all that have come are, or one waits. What was left to
     * be done for several of them together is done.
     */
    default void judgedAll() {}

    /**
     * The server says what an object stands for that commands may name as their {@link
     * JudgedCommand#code code}. Commands may come before; their code is unknown then.
     *
     * @param name the object's name in the session
     * @param device the place in {@link SessionIdentity#devices} of the device that it is for
     * @param code what it stands for: the same number for the same kernel of the same module, in
     *     whatever session
     * @param label its name, for people
     */
    default void identified(long name, int device, long code, String label) {}

    /**
     * A device is at the work of a command right now. Told again and again, many times within
     * {@link dev.hira.policy.gate.GateSettings#stall}, while work lasts that long; so what is not
     * told of waits for something else. A call that is not known any more says nothing.
     *
     * @param call the command's number
     */
    default void running(long call) {}

    /**
     * All work of an admitted command ended, or it turned out to have none. Told once for each
     * admitted command with {@link JudgedCommand#work work}.
     *
     * @param call the command's number
     * @param device the place in {@link SessionIdentity#devices} of the device that did it
     * @param nanos the device time that it took
     */
    default void completed(long call, int device, long nanos) {}

    /**
     * The command that got a {@link Admission.Delay} does not want to go for now and gives up its
     * turn, so that nobody waits for it. It is judged anew later.
     */
    default void withdraw() {}

    /**
     * The guest says how it orders this session among its others: lower goes first. It matters
     * within its VM only.
     */
    default void ranked(int rank) {}

    /** The session ended: what it occupied here is given back. Idempotent. */
    @Override
    void close();
}
