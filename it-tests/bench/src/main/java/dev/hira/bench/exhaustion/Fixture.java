package dev.hira.bench.exhaustion;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an attack needs of an API: a session in which an object of each kind exists, and arguments
 * that its calls accept.
 */
interface Fixture extends AutoCloseable {
    /** Returns the driver, whose methods are the API's functions. */
    Object driver();

    /** Makes the calling thread ready, for example by making a context current. */
    void enter();

    /** Returns an object of a kind, by the name of the description; 0 if there is none. */
    long object(String kind);

    /** Creates another object of a kind; 0 if the kind's objects are not created. */
    long fresh(String kind);

    /**
     * Returns the values of parameters by name; a name with the function's before it and a dot
     * comes first. Numbers that are not named are 0, and texts empty.
     */
    Map<String, Object> values();

    /**
     * Makes the value of a parameter for one call, for functions that can take each value once or
     * need a state that their calls end; null where {@link #values} say enough.
     *
     * @param parameter the function, a dot and the parameter
     */
    @Nullable Object made(String parameter);

    /** Returns the text of a program or module that is as long as wanted, or null. */
    @Nullable Object text(String function, String parameter, int bytes);

    /** Returns the objects to wait for: events that have come, or one that has not. */
    long[] events(boolean come);

    /** Makes the event come that has not. */
    void release();

    /** Waits for all work of the calling thread, and so receives the failures of its calls. */
    void settle();

    /** Makes an asynchronous call that changes nothing. */
    void quietAsync();

    /** Makes a synchronous call that changes nothing. */
    void quietSync();

    @Override
    void close();
}
