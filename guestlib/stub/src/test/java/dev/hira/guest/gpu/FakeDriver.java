package dev.hira.guest.gpu;

import dev.hira.api.Names;
import dev.hira.api.SessionNames;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A driver that does nothing, records its calls, and returns prepared answers. */
final class FakeDriver implements InvocationHandler {
    /** A prepared answer. */
    interface Answer {
        @Nullable Object to(Object[] arguments);
    }

    private final Names names = new SessionNames();
    private final Map<String, Answer> answers = new HashMap<>();
    private final Map<String, List<Object[]>> calls = new HashMap<>();
    private long context;

    FakeDriver() {
        on("names", args -> names);
        on("cuCtxGetCurrent", args -> context);
        on("cuCtxSetCurrent", args -> context = (long) args[0]);
    }

    CudaDriver driver() {
        return (CudaDriver)
                Proxy.newProxyInstance(
                        CudaDriver.class.getClassLoader(), new Class<?>[] {CudaDriver.class}, this);
    }

    FakeDriver on(String method, Answer answer) {
        answers.put(method, answer);
        return this;
    }

    List<Object[]> calls(String method) {
        return calls.getOrDefault(method, List.of());
    }

    Object[] last(String method) {
        return calls(method).getLast();
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
            throws Throwable {
        Object[] given = arguments == null ? new Object[0] : arguments;
        if (method.isDefault()) {
            return InvocationHandler.invokeDefault(proxy, method, given);
        }
        calls.computeIfAbsent(method.getName(), name -> new ArrayList<>()).add(given);
        Answer answer = answers.get(method.getName());
        return answer != null ? answer.to(given) : nothing(method.getReturnType());
    }

    private static @Nullable Object nothing(Class<?> type) {
        if (type == int.class) {
            return 0;
        }
        if (type == long.class) {
            return 0L;
        }
        if (type == float.class) {
            return 0f;
        }
        if (type == boolean.class) {
            return false;
        }
        if (type == String.class) {
            return "";
        }
        return type == CUresult.class ? CUresult.CUDA_SUCCESS : null;
    }
}
