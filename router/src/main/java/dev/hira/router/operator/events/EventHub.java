package dev.hira.router.operator.events;

import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Distributes published events to the queues of the watchers. Thread-safe. Events without a watcher
 * are neither created nor kept.
 */
public final class EventHub {
    private final InstantSource clock;
    private final List<EventQueue> watchers = new CopyOnWriteArrayList<>();

    /** The kinds that are watched. Replaced, never changed. */
    private volatile Set<EventKind> wanted = Set.of();

    public EventHub(InstantSource clock) {
        this.clock = clock;
    }

    /** Whether any watcher wants events of a kind; check before creating one. */
    public boolean wants(EventKind kind) {
        return wanted.contains(kind);
    }

    /** Returns an event that happens now. */
    public RouterEvent now(EventKind kind, String vm) {
        return RouterEvent.of(kind, clock.instant(), vm);
    }

    /** Sends an event to the watchers that want it. Never waits. */
    public void publish(RouterEvent event) {
        if (wants(event.kind())) {
            for (EventQueue watcher : watchers) {
                watcher.offer(event);
            }
        }
    }

    /**
     * Adds a watcher.
     *
     * @param capacity most events that may wait
     * @param onFirst called, by any thread, when an event arrives in the empty queue; must be short
     */
    public EventQueue watch(EventFilter filter, int capacity, Runnable onFirst) {
        EventQueue queue = new EventQueue(this, filter, capacity, clock, onFirst);
        add(queue);
        return queue;
    }

    /** Returns the number of watchers. */
    public int watchers() {
        return watchers.size();
    }

    /**
     * Updates the wanted kinds before adding the watcher, so that a publisher that sees the watcher
     * also sees its kinds.
     */
    private synchronized void add(EventQueue queue) {
        Set<EventKind> kinds = EnumSet.noneOf(EventKind.class);
        kinds.addAll(queue.filter().kinds());
        kinds.addAll(wanted);
        wanted = kinds;
        watchers.add(queue);
    }

    void leave(EventQueue queue) {
        watchers.remove(queue);
        recount();
    }

    private synchronized void recount() {
        Set<EventKind> kinds = EnumSet.noneOf(EventKind.class);
        watchers.forEach(watcher -> kinds.addAll(watcher.filter().kinds()));
        wanted = kinds;
    }
}
