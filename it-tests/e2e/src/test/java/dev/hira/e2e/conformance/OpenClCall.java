package dev.hira.e2e.conformance;

import static java.util.stream.Collectors.joining;

import dev.hira.api.opencl.OpenClDriver;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A call of a function of OpenCL with its arguments. */
record OpenClCall(Method method, List<@Nullable Object> arguments) {
    /** Returns a call of a function that exists once under its name. */
    static OpenClCall of(String function, @Nullable Object... arguments) {
        Method method =
                Arrays.stream(OpenClDriver.class.getMethods())
                        .filter(each -> each.getName().equals(function))
                        .findFirst()
                        .orElseThrow();
        Class<?>[] types = method.getParameterTypes();
        return new OpenClCall(
                method,
                IntStream.range(0, arguments.length)
                        .<@Nullable Object>mapToObj(i -> converted(arguments[i], types[i]))
                        .toList());
    }

    private static @Nullable Object converted(@Nullable Object value, Class<?> type) {
        if (value instanceof Integer number && type == long.class) {
            return number.longValue();
        }
        return value instanceof Long number && type == long[].class ? new long[] {number} : value;
    }

    /** Returns the same call with another value of a parameter; a number is a list of one. */
    OpenClCall with(String parameter, @Nullable Object value) {
        @Nullable Object[] changed = arguments.toArray();
        changed[index(parameter)] = value;
        return of(method.getName(), changed);
    }

    /** Returns the same call with the first constant of a parameter's type, which is 0. */
    OpenClCall withNoneOf(String parameter) {
        return with(parameter, method.getParameterTypes()[index(parameter)].getEnumConstants()[0]);
    }

    private int index(String parameter) {
        Parameter[] parameters = method.getParameters();
        return IntStream.range(0, parameters.length)
                .filter(i -> parameters[i].getName().equals(parameter))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                method.getName() + " has no parameter " + parameter));
    }

    /** Makes the call. */
    @Nullable Object run(OpenClDriver cl) {
        try {
            return method.invoke(cl, arguments.toArray());
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new AssertionError(this + " has thrown", thrown.getCause());
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Override
    public String toString() {
        return arguments.stream()
                .map(OpenClCall::text)
                .collect(joining(", ", method.getName() + "(", ")"));
    }

    private static String text(@Nullable Object argument) {
        return switch (argument) {
            case long[] numbers when numbers.length > 8 -> numbers.length + " numbers";
            case long[] numbers -> Arrays.toString(numbers);
            case Long number -> "0x" + Long.toHexString(number);
            case null, default -> {
                String text = String.valueOf(argument);
                yield text.length() > 200 ? text.length() + " characters" : text;
            }
        };
    }
}
