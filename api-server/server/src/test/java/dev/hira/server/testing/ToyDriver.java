package dev.hira.server.testing;

import dev.hira.server.dispatch.ServerCall.LateOutput;
import java.lang.foreign.MemorySegment;

/** The toy API: one function for each feature of dispatchers. */
public interface ToyDriver {
    /** The lane of this driver. */
    long lane();

    void note(long value);

    long count();

    void fail(int code);

    void crash();

    void make(long name);

    void drop(long name);

    void put(long value, MemorySegment data);

    /** Waits for a gate itself, where waiting is allowed, then puts. */
    void putWhenOpen(long gate, MemorySegment data);

    void get(MemorySegment into, long value);

    void getLater(long gate, LateOutput late);

    /** Gives work of this time to the device; it ends at once. */
    void work(long nanos);

    /** Gives work of this time to the device; it ends later. */
    void workOn(long nanos);

    boolean isOpen(long gate);

    /** Waits for a gate, as for work of the device. */
    void await(long gate);

    /** Takes until a gate is open, without a wait that other calls may end. */
    void takeTime(long gate);

    /** Runs a callback on a thread of the driver. */
    void callback(Runnable invocation);
}
