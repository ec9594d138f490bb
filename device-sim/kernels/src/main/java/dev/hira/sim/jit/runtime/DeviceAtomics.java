package dev.hira.sim.jit.runtime;

import static dev.hira.sim.jit.runtime.UncheckedMemory.ALL;
import static dev.hira.sim.jit.runtime.UncheckedMemory.ATOMIC_INT;
import static dev.hira.sim.jit.runtime.UncheckedMemory.ATOMIC_LONG;
import static dev.hira.sim.ops.floating.Floats32.flushF32;

/**
 * Atomic updates of device memory, with names made of operation and type. Places are host addresses
 * that are checked and aligned.
 */
public final class DeviceAtomics {
    private DeviceAtomics() {}

    static int addB32(long place, int operand) {
        return (int) ATOMIC_INT.getAndAdd(ALL, place, operand);
    }

    static int andB32(long place, int operand) {
        return (int) ATOMIC_INT.getAndBitwiseAnd(ALL, place, operand);
    }

    static int orB32(long place, int operand) {
        return (int) ATOMIC_INT.getAndBitwiseOr(ALL, place, operand);
    }

    static int xorB32(long place, int operand) {
        return (int) ATOMIC_INT.getAndBitwiseXor(ALL, place, operand);
    }

    static int exchangeB32(long place, int operand) {
        return (int) ATOMIC_INT.getAndSet(ALL, place, operand);
    }

    static int casB32(long place, int expected, int operand) {
        return (int) ATOMIC_INT.compareAndExchange(ALL, place, expected, operand);
    }

    static int minS32(long place, int operand) {
        int old = (int) ATOMIC_INT.getVolatile(ALL, place);
        while (operand < old) {
            int seen = (int) ATOMIC_INT.compareAndExchange(ALL, place, old, operand);
            if (seen == old) {
                return old;
            }
            old = seen;
        }
        return old;
    }

    static int maxS32(long place, int operand) {
        int old = (int) ATOMIC_INT.getVolatile(ALL, place);
        while (operand > old) {
            int seen = (int) ATOMIC_INT.compareAndExchange(ALL, place, old, operand);
            if (seen == old) {
                return old;
            }
            old = seen;
        }
        return old;
    }

    /** Adds as device memory does, where subnormal numbers count as zeros. */
    static float addF32(long place, float operand) {
        float flushed = flushF32(operand);
        int old = (int) ATOMIC_INT.getVolatile(ALL, place);
        while (true) {
            float before = flushF32(Float.intBitsToFloat(old));
            int sum = Float.floatToRawIntBits(flushF32(before + flushed));
            int seen = (int) ATOMIC_INT.compareAndExchange(ALL, place, old, sum);
            if (seen == old) {
                return Float.intBitsToFloat(old);
            }
            old = seen;
        }
    }

    static double addF64(long place, double operand) {
        long old = (long) ATOMIC_LONG.getVolatile(ALL, place);
        while (true) {
            long sum = Double.doubleToRawLongBits(Double.longBitsToDouble(old) + operand);
            long seen = (long) ATOMIC_LONG.compareAndExchange(ALL, place, old, sum);
            if (seen == old) {
                return Double.longBitsToDouble(old);
            }
            old = seen;
        }
    }

    static long addB64(long place, long operand) {
        return (long) ATOMIC_LONG.getAndAdd(ALL, place, operand);
    }

    static long exchangeB64(long place, long operand) {
        return (long) ATOMIC_LONG.getAndSet(ALL, place, operand);
    }

    static long casB64(long place, long expected, long operand) {
        return (long) ATOMIC_LONG.compareAndExchange(ALL, place, expected, operand);
    }
}
