package dev.hira.bench.soak;

import dev.hira.api.cuda.CudaDriver;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Drivers that report each call before it is made. */
final class CountedCalls {
    private CountedCalls() {}

    /** Returns a driver that runs {@code before} on the caller's thread before each call. */
    static CudaDriver of(CudaDriver cuda, Runnable before) {
        return (CudaDriver)
                Proxy.newProxyInstance(
                        CudaDriver.class.getClassLoader(),
                        new Class<?>[] {CudaDriver.class},
                        (_, method, arguments) -> {
                            before.run();
                            try {
                                return method.invoke(cuda, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }
}
