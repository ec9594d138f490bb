package dev.hira.sim.ops;

import static org.assertj.core.api.Assertions.fail;

import dev.hira.sim.ptx.model.ScalarType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Objects;

/** Compares operations with references on all samples. */
final class Checks {
    private Checks() {}

    /** The expected result of an instruction, from the bits of its sources. */
    @FunctionalInterface
    interface Reference {
        long result(long[] arguments);
    }

    static Operation operation(String text) {
        return Objects.requireNonNull(InstructionTexts.find(text), text);
    }

    /** Compares all samples; where the reference returns a NaN, any NaN is accepted. */
    static void compare(String text, Reference reference) {
        compare(text, operation(text), reference);
    }

    static void compare(String text, Operation operation, Reference reference) {
        MethodHandle handle = spread(operation);
        for (long[] arguments : Samples.of(operation.sources())) {
            long expected = reference.result(arguments);
            long actual = call(handle, operation, arguments);
            if (actual != expected && !areBothNan(operation.result(), actual, expected)) {
                fail(
                        text
                                + " of"
                                + Values.hex(arguments)
                                + " should be 0x"
                                + Long.toHexString(expected)
                                + " and is 0x"
                                + Long.toHexString(actual));
            }
        }
    }

    static MethodHandle spread(Operation operation) {
        int sources = operation.sources().size();
        return operation
                .handle()
                .asType(MethodType.genericMethodType(sources))
                .asSpreader(Object[].class, sources);
    }

    static long call(MethodHandle handle, Operation operation, long... arguments) {
        Object[] boxed = new Object[arguments.length];
        for (int i = 0; i < boxed.length; i++) {
            boxed[i] = Values.boxed(operation.sources().get(i), arguments[i]);
        }
        try {
            return Values.bits(operation.result(), (Object) handle.invokeExact(boxed));
        } catch (Error | RuntimeException thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    private static boolean areBothNan(ScalarType type, long actual, long expected) {
        return (type == ScalarType.F32 || type == ScalarType.F64)
                && Values.format(type).isNan(actual)
                && Values.format(type).isNan(expected);
    }
}
