package dev.hira.sim.jit;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The methods of operations, and methods made of the code that is emitted in their place. */
public final class Emitted {
    private static final List<String> OWNERS =
            List.of(
                    "Integers16",
                    "Integers32",
                    "Integers64",
                    "Products",
                    "Bits32",
                    "Bits64",
                    "Shifts",
                    "Permutations",
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

    private Emitted() {}

    /** Returns sample values of a type; narrow ones have 16 bits. */
    public static Set<Object> samples(Class<?> type, boolean narrow) {
        Set<Object> samples = new LinkedHashSet<>();
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

    /** Returns the method of an operation. */
    public static Method method(String name) {
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
        for (String subject : List.of("", "integer.", "floating.", "convert.")) {
            try {
                return Class.forName("dev.hira.sim.ops." + subject + name);
            } catch (ClassNotFoundException elsewhere) {
                // The next package may have it.
            }
        }
        throw new AssertionError("There is no class " + name + ".");
    }

    public static MethodType type(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    }

    /**
     * Returns a method of a type whose code turns its parameters, pushed in order, into its result.
     */
    public static MethodHandle handle(MethodType type, Consumer<CodeBuilder> emitter)
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
