package dev.hira.router.operator.events;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The events that wait for one watcher, up to a limit. Similar events are merged into one with a
 * count while they wait; events beyond the limit are dropped and counted.
 */
public final class EventQueue implements AutoCloseable {
    private final EventHub hub;
    private final EventFilter filter;
    private final int capacity;
    private final InstantSource clock;
    private final Runnable onFirst;

    @GuardedBy("this")
    private Map<Object, RouterEvent> waiting = new LinkedHashMap<>();

    @GuardedBy("this")
    private long dropped;

    EventQueue(
            EventHub hub, EventFilter filter, int capacity, InstantSource clock, Runnable onFirst) {
        this.hub = hub;
        this.filter = filter;
        this.capacity = capacity;
        this.clock = clock;
        this.onFirst = onFirst;
    }

    EventFilter filter() {
        return filter;
    }

    void offer(RouterEvent event) {
        if (filter.takes(event) && put(event)) {
            onFirst.run();
        }
    }

    /** Adds an event; true if it is the first one since the queue was emptied. */
    private synchronized boolean put(RouterEvent event) {
        boolean first = waiting.isEmpty() && dropped == 0;
        Object key = event.alike();
        RouterEvent before = waiting.get(key);
        if (before != null) {
            waiting.put(key, before.and(event));
        } else if (waiting.size() < capacity) {
            waiting.put(key, event);
        } else {
            dropped += event.count();
        }
        return first;
    }

    /** Removes and returns all events in order; the last one reports dropped events. */
    public List<RouterEvent> drain() {
        Map<Object, RouterEvent> taken;
        long missing;
        synchronized (this) {
            taken = waiting;
            missing = dropped;
            waiting = new LinkedHashMap<>();
            dropped = 0;
        }
        List<RouterEvent> events = new ArrayList<>(taken.values());
        if (missing > 0) {
            events.add(
                    RouterEvent.of(EventKind.DROPPED, clock.instant(), "")
                            .times(missing)
                            .because(
                                    "slow",
                                    missing
                                            + " events were dropped because the watcher reads"
                                            + " too slowly"));
        }
        return events;
    }

    /** Ends the watch. Idempotent. */
    @Override
    public void close() {
        hub.leave(this);
    }
}
