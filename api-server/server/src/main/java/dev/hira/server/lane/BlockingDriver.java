package dev.hira.server.lane;

import dev.hira.api.BlockingBan;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Views of drivers any of whose calls may block: each call first requires a thread that may wait,
 * so none is made on an event loop. {@link dev.hira.server.host.LaneDrivers#mayBlock} says how
 * calls announce waits. Reflection costs far less than the change of threads that follows.
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
                                interfaces(type).toArray(Class<?>[]::new),
                                (_, method, arguments) -> call(driver, method, arguments));
        return view;
    }

    /** The interfaces of a class and of its superclasses. */
    private static Set<Class<?>> interfaces(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            all.addAll(List.of(at.getInterfaces()));
        }
        return all;
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
