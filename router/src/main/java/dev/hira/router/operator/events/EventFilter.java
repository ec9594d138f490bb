package dev.hira.router.operator.events;

import java.util.EnumSet;
import java.util.Set;

/**
 * The events that a watcher wants.
 *
 * @param vm events about this VM only; empty: about all
 * @param kinds these kinds only; {@link EventKind#DROPPED} is always sent
 */
public record EventFilter(String vm, Set<EventKind> kinds) {
    public EventFilter {
        kinds = Set.copyOf(kinds);
    }

    /** Returns the filter of all kinds except those that a busy VM causes all the time. */
    public static EventFilter usual(String vm) {
        return new EventFilter(
                vm,
                EnumSet.complementOf(
                        EnumSet.of(EventKind.ADMITTED, EventKind.DELAYED, EventKind.DELAYS)));
    }

    boolean takes(RouterEvent event) {
        return kinds.contains(event.kind()) && (vm.isEmpty() || vm.equals(event.vm()));
    }
}
