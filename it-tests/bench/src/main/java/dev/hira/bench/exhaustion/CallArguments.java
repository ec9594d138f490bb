package dev.hira.bench.exhaustion;

import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.Scalar;
import dev.hira.cava.type.Struct;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of the calls of an attack, from the description of the function. Each lane has its
 * own.
 */
final class CallArguments {
    /** The names of parameters that state sizes. */
    private static final Set<String> SIZES =
            Set.of(
                    "ByteCount",
                    "bytesize",
                    "N",
                    "Width",
                    "WidthInBytes",
                    "size",
                    "param_value_size",
                    "numOptions",
                    "numEntries",
                    "numAttributes");

    /** The inputs of large calls, in turns: an API refuses those that are too large for it. */
    private static final int[] LARGE = {15 << 20, 1 << 20, 64 << 20, 64 << 10, 31 << 20};

    /** The longest list of objects. */
    private static final int MOST_OBJECTS = 100_000;

    private static final int SMALL = 64 << 10;

    private final Fixture fixture;
    private final ApiFunction function;
    private final Shape shape;
    private final Method method;
    private final Map<String, Param> params;
    private final MemorySegment small = Arena.ofAuto().allocate(SMALL, 64);
    private final Map<Integer, MemorySegment> segments = new HashMap<>();
    private final Map<String, Object> texts = new HashMap<>();

    CallArguments(Fixture fixture, Attack attack) {
        this.fixture = fixture;
        this.function = attack.function();
        this.shape = attack.shape();
        this.method = method(fixture.driver().getClass(), function);
        this.params =
                function.params().stream().collect(Collectors.toMap(Param::java, each -> each));
    }

    /** Whether a number is the size of something. */
    static boolean isSize(String parameter) {
        return SIZES.contains(parameter);
    }

    /** Returns the method of the driver's interface, with which guests choose no names. */
    private static Method method(Class<?> driver, ApiFunction function) {
        for (Class<?> type = driver; type != null; type = type.getSuperclass()) {
            for (Class<?> api : type.getInterfaces()) {
                for (Method each : api.getMethods()) {
                    if (each.getName().equals(function.name())) {
                        return each;
                    }
                }
            }
        }
        throw new IllegalStateException("the driver has no method " + function.name());
    }

    Method method() {
        return method;
    }

    /**
     * Returns the arguments of a call.
     *
     * @param number the number of the call, which chooses among values
     */
    @Nullable Object[] next(int number) {
        Parameter[] parameters = method.getParameters();
        @Nullable Object[] values = new @Nullable Object[parameters.length];
        for (int i = 0; i < values.length; i++) {
            Param param = params.get(parameters[i].getName());
            if (param == null) {
                throw new IllegalStateException(
                        function.name() + " has no parameter " + parameters[i].getName());
            }
            values[i] = argument(param, parameters[i].getType(), number);
        }
        return values;
    }

    private @Nullable Object argument(Param param, Class<?> type, int number) {
        Object made = fixture.made(function.name() + "." + param.name());
        if (made != null) {
            return made;
        }
        if (param.ends()) {
            HandleKind kind = param.field().handle();
            long fresh = kind == null ? 0 : fixture.fresh(kind.name());
            if (fresh != 0) {
                return fresh;
            }
        }
        if (param.name().equals(Shape.WAIT_LIST)) {
            return shape == Shape.BEHIND ? fixture.events(false) : new long[0];
        }
        if (param.callback() != null) {
            return nothing(type);
        }
        int bytes = shape == Shape.LARGE ? LARGE[number % LARGE.length] : SMALL;
        if (type == MemorySegment.class) {
            return segment(param, bytes);
        }
        return value(param.field(), param.name(), type, number);
    }

    private @Nullable Object segment(Param param, int bytes) {
        Object given = given(param.name());
        if (given != null) {
            Object text = shape == Shape.LARGE ? text(param.name(), bytes) : null;
            return text == null ? given : text;
        }
        if (shape != Shape.LARGE && param.buffer() != null && param.buffer().mayBeNull()) {
            return null;
        }
        return bytes == SMALL ? small : segments.computeIfAbsent(bytes, CallArguments::large);
    }

    private static MemorySegment large(int bytes) {
        return Arena.ofAuto().allocate(bytes, 64);
    }

    private @Nullable Object text(String parameter, int bytes) {
        return texts.computeIfAbsent(
                parameter + bytes, _ -> fixture.text(function.name(), parameter, bytes));
    }

    private @Nullable Object given(String parameter) {
        Object own = fixture.values().get(function.name() + "." + parameter);
        return own == null ? fixture.values().get(parameter) : own;
    }

    private static boolean fits(@Nullable Object given, Class<?> type) {
        return MethodType.methodType(type).wrap().returnType().isInstance(given);
    }

    private @Nullable Object value(Field field, String name, Class<?> type, int number) {
        boolean large = shape == Shape.LARGE;
        int bytes = LARGE[number % LARGE.length];
        Object given = given(name);
        if (large && (type == String.class || type == List.class)) {
            Object text = text(name, bytes);
            return text != null
                    ? text
                    : type == String.class ? "x".repeat(bytes) : List.of("x".repeat(bytes));
        }
        if (large && isSize(name) && type.isPrimitive()) {
            return type == int.class ? (Object) bytes : (Object) (long) bytes;
        }
        if (fits(given, type) && !(large && type == long[].class)) {
            return given;
        }
        HandleKind kind = field.handle();
        if (kind != null && type == long[].class) {
            long[] all = new long[large ? Math.min(bytes, MOST_OBJECTS) : 1];
            Arrays.fill(all, fixture.object(kind.name()));
            return all;
        }
        if (kind != null) {
            return field.nullable() ? 0L : fixture.object(kind.name());
        }
        if (field.type() instanceof Struct struct && type.isRecord()) {
            return struct(struct, type, number);
        }
        if (type.isEnum()) {
            Object[] all = type.getEnumConstants();
            return all[number % all.length];
        }
        return large && type == long[].class
                ? new long[Math.min(bytes, MOST_OBJECTS)]
                : field.type() == Scalar.BYTES ? small : zero(type);
    }

    private Object struct(Struct struct, Class<?> type, int number) {
        List<@Nullable Object> values = new ArrayList<>();
        List<Class<?>> types = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Field field = struct.field(component.getName()).orElseThrow();
            types.add(component.getType());
            values.add(value(field, component.getName(), component.getType(), number));
        }
        try {
            Constructor<?> constructor =
                    type.getDeclaredConstructor(types.toArray(Class<?>[]::new));
            return constructor.newInstance(values.toArray());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make a " + type.getSimpleName(), e);
        }
    }

    /** Returns a callback that does nothing. */
    @SuppressWarnings("ReferenceEquality") // it equals itself only
    private static Object nothing(Class<?> type) {
        return Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, called, arguments) ->
                        switch (called.getName()) {
                            case "hashCode" -> System.identityHashCode(self);
                            case "equals" -> self == arguments[0];
                            case "toString" -> "a callback that does nothing";
                            default -> null;
                        });
    }

    private static @Nullable Object zero(Class<?> type) {
        if (type == int.class) {
            return 0;
        } else if (type == long.class) {
            return 0L;
        } else if (type == boolean.class) {
            return false;
        } else if (type == float.class) {
            return 0f;
        } else if (type == double.class) {
            return 0d;
        } else if (type == long[].class) {
            return new long[0];
        } else if (type == int[].class) {
            return new int[0];
        } else if (type == String.class) {
            return "";
        } else if (type == List.class) {
            return List.of();
        }
        return null;
    }
}
