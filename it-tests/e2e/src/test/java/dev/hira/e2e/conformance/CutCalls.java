package dev.hira.e2e.conformance;

import dev.hira.e2e.links.CuttingProxy;
import dev.hira.e2e.links.CuttingProxy.Cut;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The calls of a guest, whose connection is cut before every k-th call, in all ways in turn: at
 * once, or after a number of bytes in either direction that the seed determines.
 */
final class CutCalls implements InvocationHandler {
    private static final int FARTHEST = 600;

    private final Object driver;
    private final CuttingProxy proxy;
    private final int every;
    private final Random random;
    private final AtomicInteger calls = new AtomicInteger();

    CutCalls(Object driver, CuttingProxy proxy, int every, long seed) {
        this.driver = driver;
        this.proxy = proxy;
        this.every = every;
        this.random = new Random(seed);
    }

    @Override
    public Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        boolean closes = method.getName().equals("close");
        int call = calls.incrementAndGet();
        if (!closes && call % every == 0) {
            Cut[] ways = Cut.values();
            proxy.cut(ways[call / every % ways.length], random.nextInt(FARTHEST));
        }
        try {
            return method.invoke(driver, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        } finally {
            if (closes) {
                proxy.close();
            }
        }
    }
}
