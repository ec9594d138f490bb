package dev.hira.bench.migration;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.Stats;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** A program that makes synchronous calls one after the other, on a thread of its own. */
final class CallTimes implements AutoCloseable {
    private final Runnable call;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    /** Creates a program that asks the driver for its version. */
    CallTimes(CudaDriver cuda) {
        this(cuda::cuDriverGetVersion);
    }

    /**
     * Creates a program.
     *
     * @param call a synchronous call, perhaps after asynchronous ones
     */
    CallTimes(Runnable call) {
        this.call = call;
    }

    /** Returns the usual time of a call, without moves. */
    double usual(int samples) {
        return Stats.timing(samples, samples, call).median();
    }

    /** Makes calls while a task runs; returns the longest of them, and the result. */
    <T> During<T> during(java.util.function.Supplier<T> task) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        Future<Long> longest = thread.submit(() -> longestUntil(stop));
        try {
            T result = task.get();
            stop.set(true);
            return new During<>(result, longest.get());
        } finally {
            stop.set(true);
        }
    }

    /**
     * A task's result and the longest call meanwhile.
     *
     * @param longest in nanoseconds
     */
    record During<T>(T result, long longest) {}

    private long longestUntil(AtomicBoolean stop) {
        long longest = 0;
        while (!stop.get()) {
            long start = System.nanoTime();
            call.run();
            longest = Math.max(longest, System.nanoTime() - start);
        }
        return longest;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
