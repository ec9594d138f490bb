package dev.hira.sim.ops;

import dev.hira.sim.ops.convert.FloatsToIntegers;
import dev.hira.sim.ops.convert.FloatsToNarrowIntegers;
import dev.hira.sim.ops.convert.IntegersToFloats;
import dev.hira.sim.ops.convert.PackedConversions;
import dev.hira.sim.ops.convert.PairsOfF8;
import dev.hira.sim.ops.floating.Approximations;
import dev.hira.sim.ops.floating.CompareFloats;
import dev.hira.sim.ops.floating.Directed32;
import dev.hira.sim.ops.floating.Directed64;
import dev.hira.sim.ops.floating.Floats32;
import dev.hira.sim.ops.floating.Floats64;
import dev.hira.sim.ops.floating.FloatsToFloats;
import dev.hira.sim.ops.integer.Bits32;
import dev.hira.sim.ops.integer.Bits64;
import dev.hira.sim.ops.integer.Carries;
import dev.hira.sim.ops.integer.CompareIntegers;
import dev.hira.sim.ops.integer.Integers16;
import dev.hira.sim.ops.integer.Integers32;
import dev.hira.sim.ops.integer.Integers64;
import dev.hira.sim.ops.integer.IntegersToIntegers;
import dev.hira.sim.ops.integer.PackedIntegers;
import dev.hira.sim.ops.integer.Packing;
import dev.hira.sim.ops.integer.Permutations;
import dev.hira.sim.ops.integer.Products;
import dev.hira.sim.ops.integer.SaturatingIntegers;
import dev.hira.sim.ops.integer.Selections;
import dev.hira.sim.ops.integer.Shifts;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The methods of this package by name, written and composed ones. A name denotes one method in all
 * classes together.
 */
final class Methods {
    private static final List<Class<?>> OWNERS =
            List.of(
                    Integers16.class,
                    Integers32.class,
                    Integers64.class,
                    Products.class,
                    Carries.class,
                    Packing.class,
                    Bits32.class,
                    Bits64.class,
                    Shifts.class,
                    Permutations.class,
                    Floats32.class,
                    Floats64.class,
                    Approximations.class,
                    Directed32.class,
                    Directed64.class,
                    CompareIntegers.class,
                    CompareFloats.class,
                    Selections.class,
                    IntegersToIntegers.class,
                    SaturatingIntegers.class,
                    IntegersToFloats.class,
                    FloatsToIntegers.class,
                    FloatsToNarrowIntegers.class,
                    FloatsToFloats.class,
                    PackedConversions.class,
                    PairsOfF8.class,
                    PackedIntegers.class);

    private static final Map<String, Method> BY_NAME = index();

    private Methods() {}

    /** Returns an existing method by name. */
    static Method known(String name) {
        return Objects.requireNonNull(BY_NAME.get(name), name);
    }

    /** Returns the operation of the method with this name, or null when there is none. */
    static @Nullable Operation operation(
            String name, Signature signature, boolean flush, boolean saturate) {
        MethodType type = Carriers.method(signature.sources(), signature.result());
        @Nullable Method method = BY_NAME.get(name);
        if (method == null) {
            method = HalfMethods.find(name, type);
        }
        if (method == null) {
            return null;
        }
        MethodType actual =
                MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        if (!type.equals(actual)) {
            return null;
        }
        return new Operation(
                method.getDeclaringClass(),
                name,
                type,
                signature.sources(),
                signature.result(),
                flush,
                saturate);
    }

    private static Map<String, Method> index() {
        Map<String, Method> methods = new HashMap<>();
        for (Class<?> owner : OWNERS) {
            for (Method method : owner.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers())) {
                    @Nullable Method other = methods.put(method.getName(), method);
                    if (other != null) {
                        throw new IllegalStateException(method + " has the name of " + other);
                    }
                }
            }
        }
        return Map.copyOf(methods);
    }
}
