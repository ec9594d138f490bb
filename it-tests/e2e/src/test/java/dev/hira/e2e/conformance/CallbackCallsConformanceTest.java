package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.guest.gpu.Gpu;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every function of CUDA, called where none may be called. */
final class CallbackCallsConformanceTest extends Conformance {
    private static final Set<String> ALLOWED = Set.of("cuGetErrorName", "cuGetErrorString");
    private static final String REFUSED = "CUDA_ERROR_NOT_PERMITTED";

    @Test
    void shouldRefuseEveryFunctionInHostFunctionsAndCallbacks() throws Exception {
        long stream = cuda.cuStreamCreate(1);
        CompletableFuture<Map<String, String>> inHostFunction = new CompletableFuture<>();
        CompletableFuture<Map<String, String>> inCallback = new CompletableFuture<>();
        cuda.cuLaunchHostFunc(stream, _ -> inHostFunction.complete(outcomes(cuda)), 0);
        cuda.cuStreamAddCallback(stream, (_, _, _) -> inCallback.complete(outcomes(cuda)), 0, 0);
        cuda.cuStreamQuery(stream); // makes sure that everything was sent

        for (CompletableFuture<Map<String, String>> outcomes :
                List.of(inHostFunction, inCallback)) {
            assertThat(outcomes.get(120, TimeUnit.SECONDS))
                    .hasSizeGreaterThan(100)
                    .allSatisfy((function, outcome) ->
                            assertThat(outcome).as(function).isEqualTo(REFUSED));
        }
        cuda.cuStreamSynchronize(stream);
    }

    @Test
    void shouldRefuseAnUploadInTheCodeOfAStream() throws Exception {
        CompletableFuture<String> outcome = new CompletableFuture<>();
        try (Gpu gpu = Gpu.on(cuda, 0)) {
            gpu.stream().then(() -> outcome.complete(outcome(() -> gpu.upload(1f)))).synchronize();
        }
        assertThat(outcome.get(120, TimeUnit.SECONDS)).isEqualTo(REFUSED);
    }

    private static Map<String, String> outcomes(CudaDriver cuda) {
        Map<String, String> outcomes = new TreeMap<>();
        for (Method function : CudaDriver.class.getMethods()) {
            if (function.getName().startsWith("cu")
                    && !Modifier.isStatic(function.getModifiers())
                    && !ALLOWED.contains(function.getName())) {
                Object[] arguments =
                        Arrays.stream(function.getParameterTypes())
                                .map(CallbackCallsConformanceTest::some)
                                .toArray();
                outcomes.put(
                        function.getName() + Arrays.toString(function.getParameterTypes()),
                        outcome(() -> call(function, cuda, arguments)));
            }
        }
        return outcomes;
    }

    private static String outcome(Runnable call) {
        try {
            call.run();
            return "no failure";
        } catch (CudaException failure) {
            return failure.codeName();
        } catch (RuntimeException | Error failure) {
            return failure.toString();
        }
    }

    private static void call(Method function, CudaDriver cuda, Object[] arguments) {
        try {
            @Nullable Object _ = function.invoke(cuda, arguments);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new AssertionError(function + " has thrown", thrown.getCause());
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Returns a value of a parameter's type; no call gets as far as to look at it. */
    private static Object some(Class<?> type) {
        if (type == MemorySegment.class) {
            return MemorySegment.ofArray(new byte[64]);
        } else if (type == String.class) {
            return "";
        } else if (type == boolean.class) {
            return false;
        } else if (type.isPrimitive()) {
            return Array.get(Array.newInstance(type, 1), 0);
        } else if (type.isArray()) {
            return Array.newInstance(type.componentType(), 1);
        } else if (type.isEnum()) {
            return type.getEnumConstants()[0];
        } else if (type.isRecord()) {
            return record(type);
        } else if (type == List.class) {
            return List.of();
        }
        return Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, _) -> method.getName());
    }

    private static Object record(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types)
                    .newInstance(
                            Arrays.stream(types).map(CallbackCallsConformanceTest::some).toArray());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no value of " + type, e);
        }
    }
}
