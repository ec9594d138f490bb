package dev.hira.sim.jit.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.Emitted;
import java.lang.classfile.CodeBuilder;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytecode emitted for constant last operands does the same as the method that it replaces. */
final class ConstantOperandEmitterTest {
    private static final int[] AMOUNTS = {0, 1, 13, 31, 32, 63, 64, -1, 0x0123, 0x3210};

    static Stream<String> methods() {
        return ConstantOperandEmitter.methods().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("methods")
    void shouldEmitWhatTheMethodDoes(String name) throws Throwable {
        Method method = Emitted.method(name);
        int others = method.getParameterCount() - 1;
        int emitted = 0;
        for (int last : AMOUNTS) {
            Consumer<CodeBuilder> emitter = ConstantOperandEmitter.of(name, constant(last));
            if (emitter != null) {
                emitted++;
                compare(
                        method,
                        Emitted.handle(
                                Emitted.type(method).dropParameterTypes(others, others + 1),
                                emitter),
                        last);
            }
        }
        assertThat(emitted).as("constants with which %s is emitted", name).isPositive();
    }

    private static void compare(Method method, MethodHandle emitted, int last) throws Throwable {
        Class<?>[] types = method.getParameterTypes();
        for (Object one : Emitted.samples(types[0], false)) {
            for (Object other : types.length == 2 ? List.of(0) : Emitted.samples(types[1], false)) {
                Object[] all =
                        types.length == 2
                                ? new Object[] {one, last}
                                : new Object[] {one, other, last};
                Object[] given = java.util.Arrays.copyOf(all, all.length - 1);
                assertThat(emitted.invokeWithArguments(given))
                        .as("%s%s", method.getName(), List.of(all))
                        .isEqualTo(method.invoke(null, all));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void shouldLeaveTheRestToTheMethod(String name) {
        assertThat(ConstantOperandEmitter.of(name, constant(-1))).isNull();
        assertThat(ConstantOperandEmitter.of(name, new Register(0, Carrier.INT, 32, "%r0")))
                .isNull();
    }

    /** Shifts by the width or more differ from Java's. */
    @ParameterizedTest
    @MethodSource("methods")
    void shouldTakeTheLastAmountOnlyWithinTheWidth(String name) {
        int width = name.endsWith("64") ? 64 : 32;
        if (name.startsWith("sh")) {
            assertThat(Objects.requireNonNull(ConstantOperandEmitter.of(name, constant(width - 1))))
                    .isNotNull();
            assertThat(ConstantOperandEmitter.of(name, constant(width))).isNull();
        } else {
            assertThat(ConstantOperandEmitter.of(name, constant(0x3210))).isNull();
        }
    }

    private static Value constant(int bits) {
        return new Value.Constant(bits, Carrier.INT);
    }
}
