package dev.hira.policy.schedule;

import dev.hira.policy.Alarm;
import dev.hira.policy.NanoClock;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Virtual time: what is to happen, in the order of its time and, at the same time, of its making.
 */
final class SimClock implements NanoClock, Alarm {
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(
                    Comparator.comparingLong(Event::at).thenComparingLong(Event::serial));
    private long serials;
    private long now;

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public void at(long at, Runnable task) {
        events.add(new Event(Math.max(at, now), serials++, task));
    }

    boolean isEmpty() {
        return events.isEmpty();
    }

    /** Has all that is to happen before a time happen, and that time come. */
    void runUntil(long end) {
        while (!events.isEmpty() && events.peek().at() < end) {
            Event event = events.remove();
            now = event.at();
            event.task().run();
        }
        now = end;
    }

    private record Event(long at, long serial, Runnable task) {}
}
