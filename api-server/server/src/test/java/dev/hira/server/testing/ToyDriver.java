package dev.hira.server.testing;

import dev.hira.server.dispatch.ServerCall.LateOutput;
import java.lang.foreign.MemorySegment;

/** The toy API: enough of everything that a dispatcher can be asked for. */
public interface ToyDriver {
    /** What the driver of one lane knows itself as. */
    long lane();

    void note(long value);

    long count();

    void fail(int code);

    void crash();

    void make(long name);

    void drop(long name);

    void put(long value, MemorySegment data);

    /** Waits for a gate itself, where it may, and puts. */
    void putWhenOpen(long gate, MemorySegment data);

    void get(MemorySegment into, long value);

    void getLater(long gate, LateOutput late);

    /** Has the device work for a time, now. */
    void work(long nanos);

    /** Has the device work for a time, which ends later. */
    void workOn(long nanos);

    boolean isOpen(long gate);

    void await(long gate);

    /** Runs a callback from a thread of the driver. */
    void callback(Runnable invocation);
}
