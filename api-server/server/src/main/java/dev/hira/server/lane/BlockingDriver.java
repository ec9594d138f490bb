package dev.hira.server.lane;

import dev.hira.api.BlockingBan;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Views of drivers whose calls may all block: each call first requires a thread that may wait, so
 * none is made on an event loop. Reflection costs far less than the change of threads that follows.
 */
final class BlockingDriver {
    private BlockingDriver() {}

    /** Returns a view of a driver, which implements the same interfaces. */
    static <D> D of(D driver) {
        Class<?> type = driver.getClass();
        @SuppressWarnings("unchecked") // a dispatcher knows a driver by its interface only
        D view =
                (D)
                        Proxy.newProxyInstance(
                                type.getClassLoader(),
                                type.getInterfaces(),
                                (_, method, arguments) -> call(driver, method, arguments));
        return view;
    }

    private static @Nullable Object call(
            Object driver, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        BlockingBan.require();
        try {
            return method.invoke(driver, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }
}
