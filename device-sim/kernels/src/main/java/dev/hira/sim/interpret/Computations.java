package dev.hira.sim.interpret;

import dev.hira.sim.ops.Operation;
import java.lang.invoke.MethodHandle;

/** Decodes computations of registers from registers, by the number of operands. */
final class Computations {
    private Computations() {}

    /** Returns an action that writes an operation's result to a slot. */
    static Action of(Operation operation, int target, int[] operands) {
        MethodHandle handle = Bits.onLongs(operation);
        return switch (operands.length) {
            case 1 -> one(handle, target, operands[0]);
            case 2 -> two(handle, target, operands[0], operands[1]);
            case 3 -> three(handle, target, operands[0], operands[1], operands[2]);
            default -> many(handle, target, operands);
        };
    }

    private static Action one(MethodHandle handle, int target, int a) {
        return (_, slots) -> {
            try {
                slots[target] = (long) handle.invokeExact(slots[a]);
            } catch (Throwable failure) {
                throw unchecked(failure);
            }
        };
    }

    private static Action two(MethodHandle handle, int target, int a, int b) {
        return (_, slots) -> {
            try {
                slots[target] = (long) handle.invokeExact(slots[a], slots[b]);
            } catch (Throwable failure) {
                throw unchecked(failure);
            }
        };
    }

    private static Action three(MethodHandle handle, int target, int a, int b, int c) {
        return (_, slots) -> {
            try {
                slots[target] = (long) handle.invokeExact(slots[a], slots[b], slots[c]);
            } catch (Throwable failure) {
                throw unchecked(failure);
            }
        };
    }

    private static Action many(MethodHandle handle, int target, int[] operands) {
        MethodHandle spread = handle.asSpreader(long[].class, operands.length);
        return (_, slots) -> {
            long[] values = new long[operands.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = slots[operands[i]];
            }
            try {
                slots[target] = (long) spread.invokeExact(values);
            } catch (Throwable failure) {
                throw unchecked(failure);
            }
        };
    }

    private static RuntimeException unchecked(Throwable failure) {
        return switch (failure) {
            case RuntimeException usual -> usual;
            case Error error -> throw error;
            default -> new IllegalStateException("Operations throw nothing checked.", failure);
        };
    }
}
