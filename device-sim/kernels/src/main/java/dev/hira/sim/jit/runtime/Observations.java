package dev.hira.sim.jit.runtime;

import dev.hira.sim.code.Step;
import dev.hira.sim.run.AccessObserver;
import dev.hira.sim.run.CallStack;
import dev.hira.sim.run.DeviceFault;
import org.jspecify.annotations.Nullable;

/**
 * Helpers that generated code calls to report what a thread does to the observer of its block. Some
 * of them take the place of {@link RuntimeHelpers}.
 */
public final class Observations {
    private Observations() {}

    private static AccessObserver observer(Workspace work) {
        AccessObserver observer = work.block.witness;
        if (observer == null) {
            throw new IllegalStateException("The block has no observer.");
        }
        return observer;
    }

    /** Reports a load or an atomic access that follows. */
    static void access(Workspace work, int thread, long address, int number) {
        report(work, thread, address, number, null);
    }

    /** Reports a store that follows; its values are in the workspace. */
    static void store(Workspace work, int thread, long address, int number) {
        report(work, thread, address, number, work.stored[number]);
    }

    private static void report(
            Workspace work, int thread, long address, int number, long @Nullable [] stored) {
        work.block.current = thread;
        try {
            observer(work).sees(thread, work.accesses[number], address, stored);
        } catch (DeviceFault fault) {
            throw LineTable.located(fault);
        }
    }

    /** Reports that a thread has made a strong access. */
    static void done(Workspace work, int thread, long address, int number) {
        observer(work).saw(thread, work.accesses[number], address);
    }

    static void fence(Workspace work, int thread) {
        observer(work).fence(thread);
    }

    /** Begins a call and reports its new frame. */
    static void enter(Workspace work, int thread, int start, int bytes, int hostBytes) {
        RuntimeHelpers.enter(work, thread, start, bytes, hostBytes);
        observer(work).fresh(thread, start, (long) start + bytes + CallStack.CALL_BYTES);
    }

    /** Copies bytes between frames of a thread and reports that. */
    static void copy(Workspace work, int thread, int from, int to, int bytes) {
        RuntimeHelpers.copy(work, thread, from, to, bytes);
        observer(work).copied(thread, from, to, bytes);
    }

    /** Calls a function of the device and reports what it gives. */
    static long builtin(Workspace work, int thread, int builtin, long[] arguments) {
        long result = RuntimeHelpers.builtin(work, thread, builtin, arguments);
        if (ConstantNumbers.builtin(builtin) == Step.Builtin.MALLOC && result != 0) {
            observer(work).given(result, arguments[0]);
        }
        return result;
    }
}
