package dev.hira.link.resume;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/** A home whose tasks run when the test says so, on the test's thread and a clock of its own. */
final class VirtualHome implements Home {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final PriorityQueue<Due> due =
            new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::order));
    private long now;
    private long order;
    private boolean current = true;

    private record Due(long at, long order, Runnable task) {}

    @Override
    public boolean isCurrent() {
        return current;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public Cancellable schedule(Runnable task, long nanos) {
        Due timer = new Due(now + nanos, order++, task);
        due.add(timer);
        return () -> due.remove(timer);
    }

    @Override
    public long nanoTime() {
        return now;
    }

    /** Runs one task; false when none waits. */
    boolean step() {
        Runnable task = tasks.poll();
        if (task == null) {
            return false;
        }
        task.run();
        return true;
    }

    /** Lets time pass until the next timer and runs it; false when none is set. */
    boolean tick() {
        Due next = due.poll();
        if (next == null) {
            return false;
        }
        now = Math.max(now, next.at());
        next.task().run();
        return true;
    }

    /** Runs an action as another thread would. */
    void elsewhere(Runnable action) {
        current = false;
        try {
            action.run();
        } finally {
            current = true;
        }
    }
}
