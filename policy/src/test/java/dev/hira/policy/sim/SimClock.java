package dev.hira.policy.sim;

import dev.hira.policy.Alarm;
import dev.hira.policy.NanoClock;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A virtual clock: runs due tasks in the order of their times; ties run in order of arrival. */
public final class SimClock implements NanoClock, Alarm {
    private record Event(long at, long number, Runnable task) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(
                    Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private long now;
    private long number;

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public void at(long at, Runnable task) {
        if (at != Long.MAX_VALUE) {
            events.add(new Event(Math.max(at, now), number++, task));
        }
    }

    /** Runs a task after some time. */
    public void in(long nanos, Runnable task) {
        at(now + nanos, task);
    }

    /** Advances the time. */
    public void runUntil(long end) {
        while (!events.isEmpty() && events.element().at() <= end) {
            Event next = events.remove();
            now = next.at();
            next.task().run();
        }
        now = end;
    }
}
