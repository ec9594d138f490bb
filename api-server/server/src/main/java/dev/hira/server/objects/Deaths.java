package dev.hira.server.objects;

import dev.hira.server.dispatch.HandleType;

/** Is told of objects that a session no longer has. */
@FunctionalInterface
public interface Deaths {
    /**
     * @param call the call that created the object
     */
    void died(HandleType type, long name, long call);
}
