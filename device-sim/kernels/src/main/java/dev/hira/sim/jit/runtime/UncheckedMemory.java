package dev.hira.sim.jit.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Unchecked access to the memory of the process, for generated code that has checked an address
 * against a window of device memory, and access to arrays of bytes. All accesses are little endian,
 * as on the device. Generated code uses the constants directly, so that the JVM's compiler sees
 * them.
 */
public final class UncheckedMemory {
    /** The whole address space of the process. */
    static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();
    static final VarHandle SHORT = little(ValueLayout.JAVA_SHORT_UNALIGNED).varHandle();
    static final VarHandle INT = little(ValueLayout.JAVA_INT_UNALIGNED).varHandle();
    static final VarHandle LONG = little(ValueLayout.JAVA_LONG_UNALIGNED).varHandle();
    static final VarHandle FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
    static final VarHandle DOUBLE =
            ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

    static final VarHandle SHORT_IN_BYTES = inBytes(short[].class);
    static final VarHandle INT_IN_BYTES = inBytes(int[].class);
    static final VarHandle LONG_IN_BYTES = inBytes(long[].class);
    static final VarHandle FLOAT_IN_BYTES = inBytes(float[].class);
    static final VarHandle DOUBLE_IN_BYTES = inBytes(double[].class);

    /** Handles for atomic updates of device memory; the addresses must be aligned. */
    static final VarHandle ATOMIC_INT = ValueLayout.JAVA_INT.varHandle();

    static final VarHandle ATOMIC_LONG = ValueLayout.JAVA_LONG.varHandle();

    private UncheckedMemory() {}

    private static ValueLayout little(ValueLayout layout) {
        return layout.withOrder(ByteOrder.LITTLE_ENDIAN);
    }

    private static VarHandle inBytes(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
    }
}
