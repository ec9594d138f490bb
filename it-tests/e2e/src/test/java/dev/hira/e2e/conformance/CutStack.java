package dev.hira.e2e.conformance;

import dev.hira.cli.launch.LocalStack;
import dev.hira.e2e.links.CuttingProxy;
import dev.hira.guest.Hira;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A router and a server. The connections of guests are cut while they run. */
final class CutStack implements AutoCloseable {
    /** A guest's connection is cut before each call whose number is a multiple of this prime. */
    static final int EVERY = 5;

    private final LocalStack stack;
    private final AtomicLong seeds = new AtomicLong();

    private CutStack(LocalStack stack) {
        this.stack = stack;
    }

    static CutStack start() {
        return new CutStack(
                LocalStack.start(1, List.of("--devices", "2", "--profile", "small"), List.of()));
    }

    /** Opens a driver whose connection breaks again and again. */
    <D> D open(Class<D> api) {
        CuttingProxy proxy = CuttingProxy.before(stack.uri());
        return api.cast(
                Proxy.newProxyInstance(
                        api.getClassLoader(),
                        new Class<?>[] {api},
                        new CutCalls(
                                Hira.connect(api, proxy.uri() + "?memory=off"),
                                proxy,
                                EVERY,
                                seeds.incrementAndGet())));
    }

    @Override
    public void close() {
        stack.close();
    }
}
