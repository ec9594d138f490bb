package dev.hira.sim.run;

import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Windows;
import dev.hira.sim.ptx.model.ScalarType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Executes atomic accesses of all kinds. */
public final class AtomicAccesses {
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private AtomicAccesses() {}

    /**
     * Changes memory and returns the old value, zero-extended.
     *
     * @throws DeviceFault when the address is misaligned, out of bounds or read-only
     */
    public static long update(
            BlockState block,
            int thread,
            Space space,
            long address,
            Step.Update update,
            ScalarType type,
            long operand,
            long other) {
        Space actual = space == Space.GENERIC ? Windows.spaceOf(address) : space;
        if (actual == Space.GLOBAL) {
            return global(block.grid.memory(), address, update, type, operand, other);
        }
        long place = space == Space.GENERIC ? address - Windows.of(actual) : address;
        // One host thread runs the whole block, so no other host thread sees this memory.
        long old = ThreadMemory.load(block, thread, actual, place, type.bytes());
        long next = AtomicUpdates.apply(update, type, old, operand, other);
        ThreadMemory.store(block, thread, actual, place, type.bytes(), next);
        return old;
    }

    private static long global(
            DeviceMemory memory,
            long address,
            Step.Update update,
            ScalarType type,
            long operand,
            long other) {
        int bytes = type.bytes();
        ThreadMemory.requireAligned(Space.GLOBAL, address, bytes);
        MemorySegment segment = memory.segment(address, bytes);
        long offset = memory.offset(address);
        if (bytes == 8) {
            return inLong(segment, offset, update, type, operand, other);
        }
        return inInt(segment, offset, update, type, operand, other);
    }

    /** In device memory, single precision treats subnormal numbers as zeros. */
    private static long inDevice(
            Step.Update update, ScalarType type, long old, long operand, long other) {
        return type == ScalarType.F32 && update == Step.Update.ADD
                ? FloatUpdates.flushedSum(old, operand)
                : AtomicUpdates.apply(update, type, old, operand, other);
    }

    private static long inLong(
            MemorySegment segment,
            long offset,
            Step.Update update,
            ScalarType type,
            long operand,
            long other) {
        while (true) {
            long old = (long) LONG.getVolatile(segment, offset);
            long next = AtomicUpdates.apply(update, type, old, operand, other);
            if (LONG.compareAndSet(segment, offset, old, next)) {
                return old;
            }
        }
    }

    /** Narrower numbers are changed within the word that holds them. */
    private static long inInt(
            MemorySegment segment,
            long offset,
            Step.Update update,
            ScalarType type,
            long operand,
            long other) {
        long word = offset & -4;
        int shift = (int) (offset - word) * 8;
        int mask = type.bits() == 32 ? -1 : (1 << type.bits()) - 1;
        while (true) {
            int all = (int) INT.getVolatile(segment, word);
            long old = (all >>> shift & mask) & 0xffff_ffffL;
            long next = inDevice(update, type, old, operand, other);
            int changed = (all & ~(mask << shift)) | (((int) next & mask) << shift);
            if (INT.compareAndSet(segment, word, all, changed)) {
                return old;
            }
        }
    }
}
