package dev.hira.policy.sim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;

/**
 * A device that runs the oldest kernel of each stream whose session is not held, all of them at the
 * same rate, except kernels that cannot use as much of the device.
 */
public final class HoldingDevice extends SimDevice {
    /** Time after which a kernel is certainly known to be long. */
    private static final double WHILE = 4_000_000;

    private final Map<Object, Queue<Job>> sessions = new LinkedHashMap<>();
    private final Map<String, Double> served = new HashMap<>();
    private final Map<String, Double> widths = new HashMap<>();
    private final Set<Object> held = new HashSet<>();
    private double busy;
    private final Set<Object> ran = new HashSet<>();
    private final long[] together = new long[4];
    private long at;
    private long changes;

    private static final class Job {
        private final String vm;
        private final Object session;
        private final Runnable started;
        private final Runnable ended;
        private final double length;
        private double left;
        private double rate;

        Job(String vm, Object session, long length, Runnable started, Runnable ended) {
            this.vm = vm;
            this.session = session;
            this.length = length;
            this.left = length;
            this.started = started;
            this.ended = ended;
        }
    }

    HoldingDevice(SimClock clock) {
        super(clock, 1);
    }

    /** Sets the largest part of the device that a kernel of a VM can use. */
    public void width(String vm, double part) {
        widths.put(vm, part);
    }

    @Override
    public void submit(String vm, Object session, long length, Runnable started, Runnable ended) {
        settle();
        Queue<Job> queue = sessions.computeIfAbsent(session, _ -> new ArrayDeque<>());
        Job job = new Job(vm, session, length, started, ended);
        queue.add(job);
        if (queue.size() == 1) {
            started.run();
        }
        schedule();
    }

    @Override
    void hold(Object session, boolean hold) {
        settle();
        if (hold ? held.add(session) : held.remove(session)) {
            schedule();
        }
    }

    @Override
    boolean holds(Object session) {
        return held.contains(session);
    }

    @Override
    void move(Object session, SimDevice target) {
        HoldingDevice other = (HoldingDevice) target;
        settle();
        other.settle();
        for (Object stream : List.copyOf(sessions.keySet())) {
            if (SimStream.sessionOf(stream).equals(session)) {
                other.sessions.put(stream, Objects.requireNonNull(sessions.remove(stream)));
            }
        }
        held.remove(session);
        schedule();
        other.schedule();
    }

    @Override
    double spent(Object session) {
        settle();
        Queue<Job> queue = sessions.get(session);
        Job first = queue == null ? null : queue.peek();
        return first == null ? 0 : first.length - first.left;
    }

    @Override
    void stop(Object session) {
        settle();
        sessions.keySet().removeIf(stream -> SimStream.sessionOf(stream).equals(session));
        held.remove(session);
        schedule();
    }

    @Override
    public long served(String vm) {
        settle();
        return Math.round(served.getOrDefault(vm, 0.0));
    }

    @Override
    public long busy() {
        settle();
        return Math.round(busy);
    }

    /** Returns the time for which long kernels of so many sessions, at least, were running. */
    public long together(int count) {
        settle();
        return together[count];
    }

    private boolean isHeld(Object stream) {
        return held.contains(SimStream.sessionOf(stream));
    }

    private void settle() {
        long now = clock.nanoTime();
        ran.clear();
        for (Queue<Job> queue : sessions.values()) {
            Job job = queue.element();
            if (isHeld(job.session)) {
                continue;
            }
            if (job.length - job.left > WHILE && job.left > WHILE) {
                ran.add(SimStream.sessionOf(job.session));
            }
            double took = Math.min(job.left, job.rate * (now - at));
            job.left -= took;
            busy += took;
            served.merge(job.vm, took, Double::sum);
        }
        for (int i = 0; i <= Math.min(ran.size(), together.length - 1); i++) {
            together[i] += now - at;
        }
        at = now;
    }

    private void schedule() {
        List<Job> heads = new ArrayList<>();
        sessions.forEach((session, queue) -> {
            if (!isHeld(session)) {
                heads.add(queue.element());
            }
        });
        share(heads);
        long next = Long.MAX_VALUE;
        for (Job job : heads) {
            next = Math.min(next, at + (long) Math.ceil(job.left / job.rate));
        }
        long change = ++changes;
        clock.at(next, () -> ends(change));
    }

    /** Gives each kernel an equal part of the device, but not more than it can use. */
    private void share(List<Job> heads) {
        heads.sort(Comparator.comparingDouble(this::widthOf));
        double free = 1;
        for (int i = 0; i < heads.size(); i++) {
            Job job = heads.get(i);
            job.rate = Math.min(widthOf(job), free / (heads.size() - i));
            free -= job.rate;
        }
    }

    private double widthOf(Job job) {
        return widths.getOrDefault(job.vm, 1.0);
    }

    private void ends(long change) {
        if (change != changes) {
            return;
        }
        settle();
        List<Job> over = new ArrayList<>();
        for (Queue<Job> queue : List.copyOf(sessions.values())) {
            if (queue.element().left < 1) {
                over.add(queue.remove());
            }
        }
        sessions.values().removeIf(Queue::isEmpty);
        for (Job job : over) {
            Queue<Job> queue = sessions.get(job.session);
            if (queue != null) {
                queue.element().started.run();
            }
        }
        schedule();
        over.forEach(job -> job.ended.run());
    }
}
