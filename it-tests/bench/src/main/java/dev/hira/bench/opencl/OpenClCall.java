package dev.hira.bench.opencl;

/** A call of which {@link OpenClProcess#call} tells the time. */
public enum OpenClCall {
    /** A call from Java to a function in C that calls Java and does nothing there. */
    BARE,
    /** A query for a number of the device. */
    QUERY,
    /** A launch of a kernel without work; the queue is waited for at the end. */
    LAUNCH,
    /** The same by the Java interface, without the library. */
    LAUNCH_FROM_JAVA,
    /** A launch, and a wait for its end. */
    ROUND
}
