package dev.hira.bench.programs;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The threads of a program, which make one call after the other, each within a bounded time. */
final class ProgramThreads implements AutoCloseable {
    /** Begins the text of a call that has not ended in time. */
    static final String NOTHING = "nothing within";

    private final Duration bound;
    private final Map<Integer, ExecutorService> executors = new HashMap<>();
    private final Map<Integer, Thread> threads = new ConcurrentHashMap<>();

    ProgramThreads(Duration bound) {
        this.bound = bound;
    }

    /** Runs a task on a thread; a task that does not end in time gives a {@link Hang}. */
    <T> T run(int thread, Callable<T> task) {
        return await(thread, start(thread, task));
    }

    /** Starts a task on a thread. */
    <T> Future<T> start(int thread, Callable<T> task) {
        ExecutorService executor =
                executors.computeIfAbsent(
                        thread,
                        number -> Executors.newSingleThreadExecutor(work -> start(number, work)));
        return executor.submit(task);
    }

    /** Waits for a task on a thread; one that does not end in time gives a {@link Hang}. */
    <T> T await(int thread, Future<T> result) {
        try {
            return result.get(bound.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new Hang(text(thread));
        } catch (ExecutionException e) {
            throw new IllegalStateException("a call failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private Thread start(int number, Runnable work) {
        Thread thread = Thread.ofPlatform().daemon().name("program-" + number).unstarted(work);
        threads.put(number, thread);
        return thread;
    }

    private String text(int thread) {
        Thread waiting = threads.get(thread);
        StackTraceElement[] stack =
                waiting == null ? new StackTraceElement[0] : waiting.getStackTrace();
        return "%s %d s; it waits at %s"
                .formatted(
                        NOTHING,
                        bound.toSeconds(),
                        Stream.of(stack)
                                .filter(frame -> frame.getClassName().startsWith("dev.hira"))
                                .limit(4)
                                .map(StackTraceElement::toString)
                                .collect(Collectors.joining(", ")));
    }

    @Override
    public void close() {
        executors.values().forEach(ExecutorService::shutdownNow);
    }

    /** A call that has not ended in time. */
    static final class Hang extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Hang(String message) {
            super(message);
        }
    }
}
