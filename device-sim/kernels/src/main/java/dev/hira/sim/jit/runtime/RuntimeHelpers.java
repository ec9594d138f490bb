package dev.hira.sim.jit.runtime;

import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.run.AtomicAccesses;
import dev.hira.sim.run.CallStack;
import dev.hira.sim.run.DeviceFault;
import dev.hira.sim.run.PairAtomics;
import dev.hira.sim.run.SpecialValues;
import dev.hira.sim.run.ThreadMemory;

/**
 * Helpers that generated code calls for accesses outside of the usual window, misaligned or out of
 * bounds, and for everything that is rare. All take the workspace and the thread's number first,
 * for the report of a failure.
 */
public final class RuntimeHelpers {

    private RuntimeHelpers() {}

    static byte load8(Workspace work, int thread, long address, int space) {
        return (byte) load(work, thread, address, space, 1);
    }

    static short load16(Workspace work, int thread, long address, int space) {
        return (short) load(work, thread, address, space, 2);
    }

    static int load32(Workspace work, int thread, long address, int space) {
        return (int) load(work, thread, address, space, 4);
    }

    static long load64(Workspace work, int thread, long address, int space) {
        return load(work, thread, address, space, 8);
    }

    private static long load(Workspace work, int thread, long address, int space, int bytes) {
        work.block.current = thread;
        try {
            return ThreadMemory.load(
                    work.block, thread, ConstantNumbers.space(space), address, bytes);
        } catch (DeviceFault fault) {
            throw LineTable.located(fault);
        }
    }

    static void store8(Workspace work, int thread, long address, int value, int space) {
        store(work, thread, address, space, 1, value);
    }

    static void store16(Workspace work, int thread, long address, int value, int space) {
        store(work, thread, address, space, 2, value);
    }

    static void store32(Workspace work, int thread, long address, int value, int space) {
        store(work, thread, address, space, 4, value);
    }

    static void store64(Workspace work, int thread, long address, long value, int space) {
        store(work, thread, address, space, 8, value);
    }

    private static void store(
            Workspace work, int thread, long address, int space, int bytes, long value) {
        work.block.current = thread;
        try {
            ThreadMemory.store(
                    work.block, thread, ConstantNumbers.space(space), address, bytes, value);
        } catch (DeviceFault fault) {
            throw LineTable.located(fault);
        }
    }

    /** Throws if the address of a vector is not a multiple of its size. */
    static void requireAligned(Workspace work, int thread, long address, int space, int bytes) {
        work.block.current = thread;
        try {
            ThreadMemory.requireAligned(ConstantNumbers.space(space), address, bytes);
        } catch (DeviceFault fault) {
            throw LineTable.located(fault);
        }
    }

    static long atomic(
            Workspace work,
            int thread,
            long address,
            long operand,
            long other,
            int space,
            int update,
            int type) {
        work.block.current = thread;
        try {
            return AtomicAccesses.update(
                    work.block,
                    thread,
                    ConstantNumbers.space(space),
                    address,
                    ConstantNumbers.update(update),
                    ConstantNumbers.type(type),
                    operand,
                    other);
        } catch (DeviceFault fault) {
            throw LineTable.located(fault);
        }
    }

    /** Updates two elements at once; the old value of the second is left in the workspace. */
    static long atomicPair(
            Workspace work,
            int thread,
            long address,
            long a,
            long b,
            long c,
            long d,
            int space,
            int update) {
        work.block.current = thread;
        try {
            PairAtomics.Pair old =
                    PairAtomics.update(
                            work.block,
                            thread,
                            ConstantNumbers.space(space),
                            address,
                            ConstantNumbers.update(update),
                            a,
                            b,
                            c,
                            d);
            work.high = old.high();
            return old.low();
        } catch (DeviceFault fault) {
            throw LineTable.located(fault);
        }
    }

    static long special(Workspace work, int thread, int register) {
        return SpecialValues.read(ConstantNumbers.special(register), work.block, thread);
    }

    static byte[] local(Workspace work, int thread) {
        return work.block.local(thread);
    }

    /** Handles the device's attention flag. */
    static void attend(Workspace work, int thread) {
        work.block.current = thread;
        try {
            work.grid.attend();
        } catch (DeviceFault fault) {
            throw LineTable.located(fault);
        }
    }

    static DeviceFault trap(Workspace work, int thread) {
        work.block.current = thread;
        return LineTable.located(
                DeviceFault.of(
                        FaultKind.LAUNCH_FAILED, "The kernel has executed a trap instruction."));
    }

    static DeviceFault noTarget(Workspace work, int thread, int index, int targets) {
        work.block.current = thread;
        return LineTable.located(
                DeviceFault.of(
                        FaultKind.ILLEGAL_INSTRUCTION,
                        "An indexed branch has "
                                + targets
                                + " targets, but the index is "
                                + Integer.toUnsignedString(index)
                                + "."));
    }

    static DeviceFault noRoutine(Workspace work, int thread, long address) {
        work.block.current = thread;
        return LineTable.located(
                DeviceFault.of(
                        FaultKind.INVALID_PC,
                        "A call through a pointer goes to 0x"
                                + Long.toHexString(address)
                                + ", which is not the address of a function that can be called"
                                + " there."));
    }

    /**
     * Begins a call: refuses it when its frame does not fit, and polls the attention flag, because
     * a tree of calls may be endless without any loop.
     *
     * @param hostBytes bytes that the call takes of the host thread's stack
     */
    static void enter(Workspace work, int thread, int start, int bytes, int hostBytes) {
        work.nested += hostBytes;
        if (work.grid.wantsAttention()) {
            attend(work, thread);
        }
        if (start + bytes + CallStack.CALL_BYTES > work.grid.localBytes()
                || work.nested > CallStack.HOST_BYTES) {
            work.block.current = thread;
            try {
                CallStack.enter(work.grid, start, bytes);
                CallStack.requireHostStack(work.nested);
            } catch (DeviceFault fault) {
                throw LineTable.located(fault);
            }
        }
    }

    /** Records that a call has returned. */
    static void leave(Workspace work, int hostBytes) {
        work.nested -= hostBytes;
    }

    /** Copies bytes between frames of a thread. */
    static void copy(Workspace work, int thread, int from, int to, int bytes) {
        byte[] local = work.block.local(thread);
        System.arraycopy(local, from, local, to, bytes);
    }

    static long builtin(Workspace work, int thread, int builtin, long[] arguments) {
        work.block.current = thread;
        try {
            return work.grid
                    .host()
                    .call(ConstantNumbers.builtin(builtin), work.block, thread, arguments);
        } catch (DeviceFault fault) {
            throw LineTable.located(fault);
        }
    }

    /** Returns the exception that a routine throws to end the thread. */
    static RuntimeException quit() {
        return new ThreadEnd();
    }
}
