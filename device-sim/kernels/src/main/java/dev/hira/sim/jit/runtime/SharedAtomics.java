package dev.hira.sim.jit.runtime;

import static dev.hira.sim.jit.runtime.UncheckedMemory.FLOAT_IN_BYTES;
import static dev.hira.sim.jit.runtime.UncheckedMemory.INT_IN_BYTES;
import static dev.hira.sim.jit.runtime.UncheckedMemory.LONG_IN_BYTES;

/**
 * Atomic updates of shared memory, with names made of operation and type. One host thread runs a
 * whole block, so they are plain reads and writes.
 */
public final class SharedAtomics {
    private SharedAtomics() {}

    static int addB32(byte[] shared, int place, int operand) {
        int old = (int) INT_IN_BYTES.get(shared, place);
        INT_IN_BYTES.set(shared, place, old + operand);
        return old;
    }

    static int andB32(byte[] shared, int place, int operand) {
        int old = (int) INT_IN_BYTES.get(shared, place);
        INT_IN_BYTES.set(shared, place, old & operand);
        return old;
    }

    static int orB32(byte[] shared, int place, int operand) {
        int old = (int) INT_IN_BYTES.get(shared, place);
        INT_IN_BYTES.set(shared, place, old | operand);
        return old;
    }

    static int xorB32(byte[] shared, int place, int operand) {
        int old = (int) INT_IN_BYTES.get(shared, place);
        INT_IN_BYTES.set(shared, place, old ^ operand);
        return old;
    }

    static int exchangeB32(byte[] shared, int place, int operand) {
        int old = (int) INT_IN_BYTES.get(shared, place);
        INT_IN_BYTES.set(shared, place, operand);
        return old;
    }

    static int casB32(byte[] shared, int place, int expected, int operand) {
        int old = (int) INT_IN_BYTES.get(shared, place);
        INT_IN_BYTES.set(shared, place, old == expected ? operand : old);
        return old;
    }

    static int minS32(byte[] shared, int place, int operand) {
        int old = (int) INT_IN_BYTES.get(shared, place);
        INT_IN_BYTES.set(shared, place, Math.min(old, operand));
        return old;
    }

    static int maxS32(byte[] shared, int place, int operand) {
        int old = (int) INT_IN_BYTES.get(shared, place);
        INT_IN_BYTES.set(shared, place, Math.max(old, operand));
        return old;
    }

    static float addF32(byte[] shared, int place, float operand) {
        float old = (float) FLOAT_IN_BYTES.get(shared, place);
        FLOAT_IN_BYTES.set(shared, place, old + operand);
        return old;
    }

    static long addB64(byte[] shared, int place, long operand) {
        long old = (long) LONG_IN_BYTES.get(shared, place);
        LONG_IN_BYTES.set(shared, place, old + operand);
        return old;
    }

    static long casB64(byte[] shared, int place, long expected, long operand) {
        long old = (long) LONG_IN_BYTES.get(shared, place);
        LONG_IN_BYTES.set(shared, place, old == expected ? operand : old);
        return old;
    }
}
