package dev.hira.policy;

/** One command before a policy: what it is, and what it would cost. */
public interface JudgedCommand {
    /** The function's number in its API. */
    int function();

    /** The function's name. */
    String functionName();

    /** How the function belongs to the life of an object. */
    FunctionClass functionClass();

    /** The call's number, unique and rising in its session. */
    long call();

    /** Whether the guest waits for the answer. */
    boolean sync();

    /** The size of the command with its payloads, in bytes. */
    long bytes();

    /**
     * Whether the command gives a device work that ends later, of which {@link
     * SessionPolicy#completed} tells.
     */
    boolean work();

    /**
     * The name of the object that says what work it is, such as a kernel's function; 0: none does.
     */
    long code();

    /** How much of an instantaneous resource the command uses up. */
    long consumes(int resource);

    /** How much of a continuous resource the command would hold from now on. */
    long allocates(int resource);

    /** How much of a continuous resource the session's VM holds already, in all its sessions. */
    long heldByVm(int resource);

    /**
     * How much of it the VM holds, at most, on one of the devices that the session sees: on the one
     * where it holds the most. What a session holds that sees several counts on each of them.
     */
    long heldOnDevice(int resource);

    /** The classes of functions, by what they do to objects. */
    enum FunctionClass {
        PLAIN,
        CREATES,
        MODIFIES,
        DESTROYS
    }
}
