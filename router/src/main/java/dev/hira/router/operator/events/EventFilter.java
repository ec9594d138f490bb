package dev.hira.router.operator.events;

import java.util.EnumSet;
import java.util.Set;

/**
 * What a watcher wants to see.
 *
 * @param vm events about this VM only; empty: about all
 * @param kinds these kinds only; {@link EventKind#DROPPED} comes in any case
 */
public record EventFilter(String vm, Set<EventKind> kinds) {
    public EventFilter {
        kinds = Set.copyOf(kinds);
    }

    /** Everything but what comes with many frames of every busy VM. */
    public static EventFilter usual(String vm) {
        return new EventFilter(
                vm, EnumSet.complementOf(EnumSet.of(EventKind.ADMITTED, EventKind.DELAYED)));
    }

    boolean takes(RouterEvent event) {
        return kinds.contains(event.kind()) && (vm.isEmpty() || vm.equals(event.vm()));
    }
}
