package dev.hira.e2e.conformance;

import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import dev.hira.e2e.migration.Mover;
import dev.hira.guest.Hira;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A router and two servers with two small devices each. The servers of guests are killed, and the
 * router makes checkpoints of the guests all the time.
 */
final class KilledStack implements AutoCloseable {
    /**
     * A server is killed before each call of all guests whose number is a multiple of this prime.
     */
    static final int EVERY = 601;

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final LocalStack stack;
    private final AtomicInteger guests = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();

    private KilledStack(LocalStack stack) {
        this.stack = stack;
    }

    static KilledStack start() {
        return new KilledStack(
                LocalStack.start(
                        2,
                        List.of("--devices", "2", "--profile", "small"),
                        List.of(
                                "--set",
                                "policy.default.protection=transparent",
                                "--set",
                                "recovery.checkpoint.bytes=8 KiB")));
    }

    /** Opens a driver of a VM of its own, whose server is killed with its calls. */
    <D> D open(Class<D> api) {
        String vm = "killed" + guests.incrementAndGet();
        D driver = Hira.connect(api, stack.uri() + "?vm=" + vm);
        return api.cast(
                Proxy.newProxyInstance(
                        api.getClassLoader(),
                        new Class<?>[] {api},
                        (_, method, arguments) -> {
                            if (!method.getName().equals("close")
                                    && calls.incrementAndGet() % EVERY == 0) {
                                kill(vm);
                            }
                            return call(driver, method, arguments);
                        }));
    }

    private static Object call(Object driver, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(driver, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Kills the server of a VM's session, and restarts it. */
    private synchronized void kill(String vm) {
        try (Mover mover = new Mover(stack.adminUri(), vm)) {
            int number = mover.sessions().getFirst().getServer().equals("server0") ? 0 : 1;
            HiraProcess process = stack.server(number);
            process.kill();
            process.awaitExit(PATIENCE);
            stack.restartServer(number);
        }
    }

    @Override
    public void close() {
        stack.close();
    }
}
