package dev.hira.router.operator.events;

import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Where events are published, and from where each watcher gets them. Safe for use by any thread.
 * Nothing is made and kept of what nobody watches.
 */
public final class EventHub {
    private final InstantSource clock;
    private final List<EventQueue> watchers = new CopyOnWriteArrayList<>();

    /** The kinds that somebody watches. Replaced, never changed. */
    private volatile Set<EventKind> wanted = Set.of();

    public EventHub(InstantSource clock) {
        this.clock = clock;
    }

    /** Whether somebody watches events of a kind: ask before one is made. */
    public boolean wants(EventKind kind) {
        return wanted.contains(kind);
    }

    /** An event that happens now. */
    public RouterEvent now(EventKind kind, String vm) {
        return RouterEvent.of(kind, clock.instant(), vm);
    }

    /** Tells those who want to know. Never waits. */
    public void publish(RouterEvent event) {
        if (wants(event.kind())) {
            for (EventQueue watcher : watchers) {
                watcher.offer(event);
            }
        }
    }

    /**
     * Begins to watch.
     *
     * @param capacity how many events may wait
     * @param onFirst is called, by any thread, when the first one waits since the queue was
     *     emptied; must be short
     */
    public EventQueue watch(EventFilter filter, int capacity, Runnable onFirst) {
        EventQueue queue = new EventQueue(this, filter, capacity, clock, onFirst);
        add(queue);
        return queue;
    }

    /** How many watch. */
    public int watchers() {
        return watchers.size();
    }

    /** Events are wanted before the watcher is seen, so that who sees it finds them wanted. */
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
