package dev.hira.sim.cores;

import dev.hira.sim.run.CallStack;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An unbounded pool of threads that help kernels. Their stacks are large enough for the deepest
 * nesting of calls that a kernel may have.
 */
public final class HelperThreads {
    private static final HelperThreads HOST = new HelperThreads();

    private final AtomicLong number = new AtomicLong();
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(
                    0,
                    Integer.MAX_VALUE,
                    1,
                    TimeUnit.SECONDS,
                    new SynchronousQueue<>(),
                    body ->
                            Thread.ofPlatform()
                                    .daemon()
                                    .stackSize(CallStack.HOST_STACK)
                                    .name("sim-worker-" + number.incrementAndGet())
                                    .unstarted(body));

    private HelperThreads() {}

    /** Returns the helper threads of this process. */
    public static HelperThreads ofHost() {
        return HOST;
    }

    /** Runs a task on a thread of its own. */
    public void run(Runnable task) {
        threads.execute(task);
    }

    /** Returns the result of a task that a helper thread runs while the caller waits. */
    public <T extends @Nullable Object> T call(Supplier<T> task) {
        return CompletableFuture.supplyAsync(task, threads).join();
    }
}
