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
 * The threads that help kernels, of which there are as many as are asked for. Their stacks are
 * large enough for calls that are nested as deeply as they may be.
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

    /** Those of this process. */
    public static HelperThreads ofHost() {
        return HOST;
    }

    /** Runs a task on a thread that does nothing else. */
    public void run(Runnable task) {
        threads.execute(task);
    }

    /** What a task gives, which such a thread runs while the caller waits. */
    public <T extends @Nullable Object> T call(Supplier<T> task) {
        return CompletableFuture.supplyAsync(task, threads).join();
    }
}
