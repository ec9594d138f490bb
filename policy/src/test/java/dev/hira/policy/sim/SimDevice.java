package dev.hira.policy.sim;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/**
 * A device that runs commands in the order of arrival, a fixed number at a time, without
 * preemption.
 */
public class SimDevice {
    private record Job(String vm, Object session, long length, Runnable started, Runnable ended) {}

    final SimClock clock;
    private final int width;
    private final Queue<Job> queue = new ArrayDeque<>();
    private final Map<String, Long> served = new HashMap<>();
    private final Map<String, Long> runningSince = new HashMap<>();
    private final Map<String, Integer> runningCount = new HashMap<>();
    private final Set<Job> running = Collections.newSetFromMap(new IdentityHashMap<>());
    private final IdentityHashMap<Job, Long> startedAt = new IdentityHashMap<>();
    private long busy;
    private long busySince;

    public SimDevice(SimClock clock, int width) {
        this.clock = clock;
        this.width = width;
    }

    /**
     * Queues a kernel.
     *
     * @param session its session, for {@link #stop}
     */
    public void submit(String vm, Object session, long length, Runnable started, Runnable ended) {
        queue.add(new Job(vm, session, length, started, ended));
        startSome();
    }

    /** Holds the kernels of a session, or lets them go on. */
    void hold(Object session, boolean hold) {
        throw new IllegalStateException("this device runs each kernel to its end");
    }

    /** Whether the device is to run no part of a session's kernels. */
    boolean holds(Object session) {
        return false;
    }

    /** Has a session's kernels go on at another device from where they are. */
    void move(Object session, SimDevice target) {
        throw new IllegalStateException("this device runs each kernel to its end");
    }

    /** Returns the device time that the session's running kernel has taken so far. */
    double spent(Object session) {
        long now = clock.nanoTime();
        return running.stream()
                .filter(job -> job.session().equals(session))
                .mapToLong(job -> now - startedAt.getOrDefault(job, now))
                .findFirst()
                .orElse(0);
    }

    /** Stops a session's work here, as servers do when it ends. */
    void stop(Object session) {
        queue.removeIf(job -> job.session().equals(session));
        running.stream().filter(job -> job.session().equals(session)).toList().forEach(this::end);
    }

    /** Returns the device time of a VM up to now, including that of unfinished kernels. */
    public long served(String vm) {
        settle(vm);
        return served.getOrDefault(vm, 0L);
    }

    /** Returns the time for which at least one kernel was running. */
    public long busy() {
        return busy + (!running.isEmpty() ? clock.nanoTime() - busySince : 0);
    }

    private void startSome() {
        while (running.size() < width && !queue.isEmpty()) {
            Job job = queue.remove();
            settle(job.vm());
            if (running.isEmpty()) {
                busySince = clock.nanoTime();
            }
            running.add(job);
            runningCount.merge(job.vm(), 1, Integer::sum);
            startedAt.put(job, clock.nanoTime());
            job.started().run();
            clock.in(job.length(), () -> end(job));
        }
    }

    private void end(Job job) {
        settle(job.vm());
        if (!running.remove(job)) {
            return; // it was stopped
        }
        startedAt.remove(job);
        runningCount.merge(job.vm(), -1, Integer::sum);
        if (running.isEmpty()) {
            busy += clock.nanoTime() - busySince;
        }
        job.ended().run();
        startSome();
    }

    private void settle(String vm) {
        long now = clock.nanoTime();
        long since = runningSince.getOrDefault(vm, now);
        served.merge(vm, (now - since) * runningCount.getOrDefault(vm, 0), Long::sum);
        runningSince.put(vm, now);
    }
}
