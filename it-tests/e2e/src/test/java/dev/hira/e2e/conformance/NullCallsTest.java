package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.ApiException;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.guest.Hira;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A program passes null for each argument of each function that has references, and within lists
 * and structs. The API refuses it and names the argument, or the function does without it.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class NullCallsTest {
    /** Where the program's driver is. */
    enum Place {
        SIMULATED {
            @Override
            <D> D open(Class<D> api) {
                return Hira.connect(api, "sim:?profile=small");
            }
        },
        RINGS {
            @Override
            <D> D open(Class<D> api) {
                return Way.RINGS.open(api);
            }
        };

        abstract <D> D open(Class<D> api);
    }

    /** A call with one null. */
    private record Case(
            Method function, List<@Nullable Object> arguments, String argument, boolean allowed) {}

    @ParameterizedTest
    @EnumSource(Place.class)
    void shouldAnswerEachNullWithACodeOfCuda(Place place) {
        try (CudaDriver cuda = place.open(CudaDriver.class)) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            int refused = check(CudaDriver.class, cuda, CUresult.CUDA_ERROR_INVALID_VALUE.value());
            assertThat(refused).isGreaterThan(50);
            settle(cuda::cuCtxSynchronize);
            cuda.cuMemFree(cuda.cuMemAlloc(64));
            cuda.cuCtxSynchronize();
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void shouldAnswerEachNullWithACodeOfOpenCl(Place place) {
        try (OpenClDriver cl = place.open(OpenClDriver.class)) {
            int refused = check(OpenClDriver.class, cl, ClResult.CL_INVALID_VALUE.value());
            assertThat(refused).isGreaterThan(100);
            settle(cl::clGetPlatformIDs);
            assertThat(cl.clGetPlatformIDs()).isNotEmpty();
        }
    }

    /** Makes the calls with a null; returns how many had to be refused. */
    private static int check(Class<?> api, Object driver, int invalid) {
        int refused = 0;
        for (Case each : cases(api)) {
            ApiException failure = failure(driver, each);
            if (each.allowed) {
                continue;
            }
            assertThat(failure).as(name(each)).isNotNull();
            assertThat(failure.code()).as(name(each)).isEqualTo(invalid);
            assertThat(failure.getMessage())
                    .isEqualTo(
                            each.function.getName() + ": " + each.argument + " must not be null");
            refused++;
        }
        return refused;
    }

    /** Makes a call that may report the failure of an earlier asynchronous one. */
    private static void settle(Runnable synchronous) {
        try {
            synchronous.run();
        } catch (ApiException earlier) {
            assertThat(earlier).hasMessageContaining("called asynchronously");
        }
    }

    private static String name(Case each) {
        return each.function.getName() + " without " + each.argument;
    }

    private static @Nullable ApiException failure(Object driver, Case each) {
        try {
            each.function.invoke(driver, each.arguments.toArray());
            return null;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof ApiException failure) {
                return failure;
            }
            throw new AssertionError(name(each), e.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Case> cases(Class<?> api) {
        List<Case> cases = new ArrayList<>();
        for (Method function : api.getMethods()) {
            Parameter[] parameters = function.getParameters();
            for (int i = 0; i < parameters.length; i++) {
                Parameter parameter = parameters[i];
                AnnotatedType type = parameter.getAnnotatedType();
                for (Hole hole : holes(parameter.getName(), parameter.getType(), type)) {
                    Object[] arguments =
                            Arrays.stream(function.getParameterTypes())
                                    .map(NullCallsTest::value)
                                    .toArray();
                    arguments[i] = hole.value;
                    List<@Nullable Object> all = Arrays.asList(arguments);
                    cases.add(new Case(function, all, hole.place, hole.allowed));
                }
            }
        }
        return cases;
    }

    /** A value with one null. */
    private record Hole(String place, @Nullable Object value, boolean allowed) {}

    private static List<Hole> holes(String name, Class<?> type, AnnotatedType annotated) {
        List<Hole> holes = new ArrayList<>();
        if (type.isPrimitive()) {
            return holes;
        }
        holes.add(new Hole(name, null, annotated.isAnnotationPresent(Nullable.class)));
        if (type == List.class) {
            holes.add(new Hole(name + "[0]", Arrays.asList(null, "x"), false));
            holes.add(new Hole(name + "[2]", Arrays.asList("x", "y", null), false));
        } else if (type.isRecord()) {
            RecordComponent[] parts = type.getRecordComponents();
            for (int i = 0; i < parts.length; i++) {
                String place = name + "." + parts[i].getName();
                for (Hole hole : holes(place, parts[i].getType(), parts[i].getAnnotatedType())) {
                    Object[] values = values(parts);
                    values[i] = hole.value;
                    holes.add(new Hole(hole.place, record(type, values), hole.allowed));
                }
            }
        }
        return holes;
    }

    private static Object[] values(RecordComponent[] parts) {
        return Arrays.stream(parts).map(part -> value(part.getType())).toArray();
    }

    private static Object record(Class<?> type, @Nullable Object[] values) {
        try {
            return type.getConstructors()[0].newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(type.getName(), e);
        }
    }

    /** Returns some value of a type; 0 if it is a number. */
    static Object value(Class<?> type) {
        if (type.isPrimitive()) {
            return Array.get(Array.newInstance(type, 1), 0);
        } else if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), 0);
        } else if (type == String.class) {
            return "x";
        } else if (type == MemorySegment.class) {
            return MemorySegment.ofArray(new byte[64]);
        } else if (type == List.class) {
            return List.of();
        } else if (type.isEnum()) {
            return type.getEnumConstants()[0];
        } else if (type.isRecord()) {
            return record(type, values(type.getRecordComponents()));
        }
        return Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, _, _) -> null);
    }
}
