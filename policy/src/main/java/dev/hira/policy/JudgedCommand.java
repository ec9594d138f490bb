package dev.hira.policy;

/** One command as a policy sees it: its function and its costs. */
public interface JudgedCommand {
    /** The function's number in its API. */
    int function();

    /** The function's name. */
    String functionName();

    /** How the function affects the life of an object. */
    FunctionClass functionClass();

    /** The call's number, unique and rising in its session. */
    long call();

    /** Whether the guest waits for the reply. */
    boolean sync();

    /** The size of the command with its payloads, in bytes. */
    long bytes();

    /**
     * Whether the command starts work on a device that ends later and is reported to {@link
     * SessionPolicy#completed}.
     */
    boolean work();

    /** The name of the object that identifies the work, such as a kernel's function; 0: none. */
    long code();

    /** How much of an instantaneous resource the command uses up. */
    long consumes(int resource);

    /** How much of a continuous resource the command would hold from now on. */
    long allocates(int resource);

    /** How much of a continuous resource the session's VM holds already, in all its sessions. */
    long heldByVm(int resource);

    /**
     * The VM's largest holding of the resource on any one of the devices that the session sees. The
     * holdings of a session that sees several devices count on each of them.
     */
    long heldOnDevice(int resource);

    /** Classes of functions by their effect on objects. */
    enum FunctionClass {
        PLAIN,
        CREATES,
        MODIFIES,
        DESTROYS
    }
}
