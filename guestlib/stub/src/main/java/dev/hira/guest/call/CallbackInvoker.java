package dev.hira.guest.call;

import dev.hira.wire.ArgsReader;

/**
 * Decodes a callback's arguments and runs the guest's code. Called on the session's callback
 * thread, which the guest's code may block.
 */
@FunctionalInterface
public interface CallbackInvoker {
    void invoke(ArgsReader args);
}
