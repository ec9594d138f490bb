package dev.hira.policy;

/** One command before a policy: what it is, and what it would cost. */
public interface JudgedCommand {
    /** The function's number in its API. */
    int function();

    /** The function's name. */
    String functionName();

    /** How the function belongs to the life of an object. */
    FunctionClass functionClass();

    /** Whether the guest waits for the answer. */
    boolean sync();

    /** The size of the command with its payloads, in bytes. */
    long bytes();

    /** How much of an instantaneous resource the command uses up. */
    long consumes(int resource);

    /** How much of a continuous resource the command would hold from now on. */
    long allocates(int resource);

    /** How much of a continuous resource the session's VM holds already, in all its sessions. */
    long heldByVm(int resource);

    /** The classes of functions, by what they do to objects. */
    enum FunctionClass {
        PLAIN,
        CREATES,
        MODIFIES,
        DESTROYS
    }
}
