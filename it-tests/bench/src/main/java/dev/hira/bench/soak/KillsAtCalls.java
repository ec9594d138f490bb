package dev.hira.bench.soak;

import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.LocalStack;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Kills the server of a VM before random calls of its program, which a seed chooses, and starts it
 * again meanwhile. The next server is killed when all serve again.
 *
 * <p>Belongs to the program's thread.
 */
final class KillsAtCalls implements AutoCloseable {
    /** The mean number of calls until a server is killed. */
    private static final int MEAN_CALLS = 150;

    private static final int MOST_KILLS = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String NAME = "server";

    private final LocalStack stack;
    private final AdminClient admin;
    private final String vm;
    private final SplittableRandom random;
    private final ExecutorService starter = Executors.newSingleThreadExecutor();
    private @Nullable Future<?> restart;
    private long calls;
    private long next;
    private int kills;

    KillsAtCalls(LocalStack stack, String vm, long seed) {
        this.stack = stack;
        this.admin = AdminClient.connect(stack.adminUri());
        this.vm = vm;
        this.random = new SplittableRandom(seed);
        plan();
    }

    private void plan() {
        next = calls + 1 + random.nextInt(2 * MEAN_CALLS);
    }

    /** Returns a driver whose calls count. */
    CudaDriver counting(CudaDriver cuda) {
        return (CudaDriver)
                Proxy.newProxyInstance(
                        CudaDriver.class.getClassLoader(),
                        new Class<?>[] {CudaDriver.class},
                        (_, method, arguments) -> {
                            count();
                            try {
                                return method.invoke(cuda, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    private synchronized void count() {
        if (++calls == next && kills < MOST_KILLS) {
            kill();
            plan();
        }
    }

    private void kill() {
        awaitRestart();
        String server =
                admin.always()
                        .listSessions(ListSessionsRequest.newBuilder().setVm(vm).build())
                        .getSessions(0)
                        .getServer();
        int number = Integer.parseInt(server.substring(NAME.length()));
        stack.server(number).kill();
        stack.server(number).awaitExit(PATIENCE);
        kills++;
        restart = starter.submit(() -> stack.restartServer(number));
    }

    private void awaitRestart() {
        Future<?> starting = restart;
        restart = null;
        try {
            if (starting != null) {
                starting.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a server did not start again", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a server started", e);
        }
    }

    /** Returns the number of servers that were killed. */
    synchronized int kills() {
        return kills;
    }

    @Override
    public void close() {
        awaitRestart();
        starter.shutdown();
        admin.close();
    }
}
