package dev.hira.server.objects;

/** Receives the objects that a session has created. */
@FunctionalInterface
public interface Births {
    /**
     * Reports a new object.
     *
     * @param call the call that created it
     */
    void born(long name, long call);
}
