package dev.hira.api;

/**
 * A daemon thread that runs callbacks and host functions of a program. Drivers refuse calls on it
 * that APIs forbid there: a callback that waits for work behind itself would wait for ever.
 */
public final class CallbackThread extends Thread {
    /** Creates a thread that is not started yet. */
    public CallbackThread(String name, Runnable body) {
        super(body, name);
        setDaemon(true);
    }

    /** Returns whether the calling thread runs callbacks. */
    public static boolean isCurrent() {
        return Thread.currentThread() instanceof CallbackThread;
    }
}
