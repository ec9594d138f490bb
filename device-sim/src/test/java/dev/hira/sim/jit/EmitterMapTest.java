package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is emitted in place of a call does what the method does. */
final class EmitterMapTest {
    private static final List<String> OWNERS =
            List.of(
                    "Integers16",
                    "Integers32",
                    "Integers64",
                    "Products",
                    "Bits32",
                    "Bits64",
                    "Shifts",
                    "Floats32",
                    "Floats64",
                    "CompareIntegers",
                    "CompareFloats",
                    "IntegersToIntegers",
                    "IntegersToFloats",
                    "FloatsToIntegers",
                    "FloatsToFloats");

    private static final int[] INTS = {
        0,
        1,
        2,
        7,
        31,
        32,
        255,
        0x7fff,
        0x8000,
        0xffff,
        0x10000,
        -1,
        -2,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE,
        0x7fc00001,
        0x12345678
    };

    static Stream<String> emitters() {
        return EmitterMap.methods().stream().sorted();
    }

    static Stream<String> shifts() {
        return EmitterMap.shifts().stream().sorted();
    }

    static Stream<String> comparisons() {
        return Comparisons.methods().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("emitters")
    void shouldEmitWhatTheMethodDoes(String name) throws Throwable {
        Consumer<CodeBuilder> emitter = Objects.requireNonNull(EmitterMap.of(name));
        Method method = method(name);
        compare(method, emitted(type(method), emitter));
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void shouldBranchAsTheMethodSays(String name) throws Throwable {
        Comparisons.Comparison comparison = Objects.requireNonNull(Comparisons.of(name));
        Method method = method(name);
        for (boolean wanted : new boolean[] {true, false}) {
            compare(
                    method,
                    emitted(
                            type(method),
                            code -> {
                                Label target = code.newLabel();
                                Label end = code.newLabel();
                                comparison.branch(code, wanted, target);
                                code.loadConstant(wanted ? 0 : 1).goto_(end);
                                code.labelBinding(target).loadConstant(wanted ? 1 : 0);
                                code.labelBinding(end);
                            }));
        }
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void shouldPushWhatTheMethodSays(String name) throws Throwable {
        Comparisons.Comparison comparison = Objects.requireNonNull(Comparisons.of(name));
        Method method = method(name);
        compare(method, emitted(type(method), comparison::push));
    }

    @ParameterizedTest
    @MethodSource("shifts")
    void shouldShiftByConstantsAsTheMethodDoes(String name) throws Throwable {
        int width = name.endsWith("64") ? 64 : 32;
        Method method = method(name);
        for (int amount : new int[] {0, 1, 13, width - 1}) {
            Consumer<CodeBuilder> shift =
                    Objects.requireNonNull(EmitterMap.of(name, amount(amount)));
            MethodHandle emitted =
                    emitted(
                            type(method).dropParameterTypes(1, 2),
                            code -> {
                                code.loadConstant(amount);
                                shift.accept(code);
                            });
            for (Object sample : samples(method.getParameterTypes()[0], false)) {
                assertThat(emitted.invokeWithArguments(sample))
                        .as("%s(%s, %s)", name, sample, amount)
                        .isEqualTo(method.invoke(null, sample, amount));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("shifts")
    void shouldLeaveOtherShiftsToTheMethod(String name) {
        int width = name.endsWith("64") ? 64 : 32;
        assertThat(EmitterMap.of(name, amount(width))).isNull();
        assertThat(EmitterMap.of(name, amount(-1))).isNull();
        assertThat(EmitterMap.of(name, new Register(0, Carrier.INT, 32, "%r0"))).isNull();
    }

    private static Value amount(int bits) {
        return new Value.Constant(bits, Carrier.INT);
    }

    private static void compare(Method method, MethodHandle emitted) throws Throwable {
        boolean narrow = method.getName().contains("B16") || method.getName().contains("U16");
        List<Object[]> all = new ArrayList<>();
        combine(method.getParameterTypes(), narrow, new Object[method.getParameterCount()], 0, all);
        for (Object[] arguments : all) {
            assertThat(emitted.invokeWithArguments(arguments))
                    .as("%s%s", method.getName(), List.of(arguments))
                    .isEqualTo(method.invoke(null, arguments));
        }
    }

    private static void combine(
            Class<?>[] types, boolean narrow, Object[] chosen, int next, List<Object[]> all) {
        if (next == types.length) {
            all.add(chosen.clone());
            return;
        }
        for (Object sample : samples(types[next], narrow)) {
            chosen[next] = sample;
            combine(types, narrow, chosen, next + 1, all);
        }
    }

    private static Set<Object> samples(Class<?> type, boolean narrow) {
        Set<Object> samples = new java.util.LinkedHashSet<>();
        for (int bits : INTS) {
            if (type == boolean.class) {
                samples.add((bits & 1) != 0);
            } else if (type == int.class) {
                samples.add(narrow ? bits & 0xffff : bits);
            } else if (type == long.class) {
                samples.add((long) bits);
                samples.add((long) bits << 33);
            } else if (type == float.class) {
                samples.add(Float.intBitsToFloat(bits));
                samples.add(bits / 3.0f);
            } else {
                samples.add(Double.longBitsToDouble((long) bits << 32));
                samples.add(bits / 3.0);
            }
        }
        return samples;
    }

    private static Method method(String name) {
        for (String owner : OWNERS) {
            for (Method method : owner(owner).getDeclaredMethods()) {
                if (method.getName().equals(name)) {
                    return method;
                }
            }
        }
        throw new AssertionError("There is no method " + name + ", so its emitter is of no use.");
    }

    private static Class<?> owner(String name) {
        try {
            return Class.forName("dev.hira.sim.ops." + name);
        } catch (ClassNotFoundException missing) {
            throw new AssertionError(missing);
        }
    }

    private static MethodType type(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    }

    private static MethodHandle emitted(MethodType type, Consumer<CodeBuilder> emitter)
            throws ReflectiveOperationException {
        ClassDesc owner = ClassDesc.of("dev.hira.sim.jit.Emitted");
        MethodTypeDesc descriptor = MethodTypeDesc.ofDescriptor(type.toMethodDescriptorString());
        byte[] bytes =
                ClassFile.of()
                        .build(
                                owner,
                                built ->
                                        built.withMethodBody(
                                                "emitted",
                                                descriptor,
                                                ClassFile.ACC_STATIC,
                                                code -> {
                                                    for (int i = 0;
                                                            i < type.parameterCount();
                                                            i++) {
                                                        code.loadLocal(
                                                                TypeKind.from(
                                                                        descriptor.parameterType(
                                                                                i)),
                                                                code.parameterSlot(i));
                                                    }
                                                    emitter.accept(code);
                                                    code.return_(
                                                            TypeKind.from(descriptor.returnType()));
                                                }));
        MethodHandles.Lookup lookup = MethodHandles.lookup().defineHiddenClass(bytes, true);
        return lookup.findStatic(lookup.lookupClass(), "emitted", type);
    }
}
