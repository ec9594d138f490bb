package dev.hira.policy;

/** One command as a policy sees it: its function and its costs. */
public interface JudgedCommand {
    /** Returns the function's number in its API. */
    int function();

    /** Returns the function's name. */
    String functionName();

    /** Returns the effect of the function on the life of an object. */
    FunctionClass functionClass();

    /** Returns the call's number, unique and rising in its session. */
    long call();

    /** Whether the guest waits for the reply. */
    boolean sync();

    /** Returns the size of the command with its payloads, in bytes. */
    long bytes();

    /**
     * Whether the command starts work on a device that ends later and is reported to {@link
     * SessionPolicy#completed}.
     */
    boolean work();

    /**
     * Returns the name of the object that identifies the work, such as a kernel's function; 0:
     * none.
     */
    long workName();

    /** Returns the amount of an instantaneous resource that the command uses up. */
    long consumes(int resource);

    /** Returns the amount of a continuous resource that the command would hold from now on. */
    long allocates(int resource);

    /** Returns the amount of a continuous resource that all sessions of the VM hold already. */
    long heldByVm(int resource);

    /**
     * Returns the VM's largest holding of the resource on any one of the devices that the session
     * sees. The holdings of a session that sees several devices count on each of them.
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
