package dev.hira.server.objects;

import dev.hira.server.dispatch.HandleType;

/** Receives the objects that a session no longer has. */
@FunctionalInterface
public interface Deaths {
    /**
     * Reports the death of an object.
     *
     * @param call the call that created the object
     */
    void died(HandleType type, long name, long call);
}
