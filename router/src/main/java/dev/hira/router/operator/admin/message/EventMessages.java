package dev.hira.router.operator.admin.message;

import dev.hira.admin.v1.Event;
import dev.hira.admin.v1.WatchEventsRequest;
import dev.hira.router.operator.events.EventFilter;
import dev.hira.router.operator.events.EventKind;
import dev.hira.router.operator.events.RouterEvent;
import java.util.EnumSet;
import java.util.Set;

/** Converts events to the admin service's messages. */
public final class EventMessages {
    private EventMessages() {}

    public static Event event(RouterEvent event) {
        return Event.newBuilder()
                .setKind(kind(event.kind()))
                .setTime(SessionMessages.timestamp(event.time()))
                .setVm(event.vm())
                .setSession(event.session())
                .setDevice(event.device())
                .setFunction(event.function())
                .setReason(event.reason())
                .setDetail(event.detail())
                .setCount(event.count())
                .setDuration(VmMessages.duration(event.nanos()))
                .build();
    }

    /** Returns the filter of a request. */
    public static EventFilter filter(WatchEventsRequest request) {
        if (request.getKindsList().isEmpty()) {
            return EventFilter.usual(request.getVm());
        }
        Set<EventKind> kinds = EnumSet.noneOf(EventKind.class);
        for (int i = 0; i < request.getKindsCount(); i++) {
            kinds.add(kind(request.getKinds(i), request.getKindsValue(i), i));
        }
        return new EventFilter(request.getVm(), kinds);
    }

    private static EventKind kind(dev.hira.admin.v1.EventKind asked, int number, int index) {
        for (EventKind kind : EventKind.values()) {
            if (kind(kind) == asked) {
                return kind;
            }
        }
        throw AdminErrors.invalid(
                "kinds[" + index + "]", "there is no kind of events with the number " + number);
    }

    private static dev.hira.admin.v1.EventKind kind(EventKind kind) {
        return switch (kind) {
            case ADMITTED -> dev.hira.admin.v1.EventKind.EVENT_KIND_ADMITTED;
            case DELAYED -> dev.hira.admin.v1.EventKind.EVENT_KIND_DELAYED;
            case DELAYS -> dev.hira.admin.v1.EventKind.EVENT_KIND_DELAYS;
            case DENIED -> dev.hira.admin.v1.EventKind.EVENT_KIND_DENIED;
            case KERNEL_STOPPED -> dev.hira.admin.v1.EventKind.EVENT_KIND_KERNEL_STOPPED;
            case GRANT_CHANGED -> dev.hira.admin.v1.EventKind.EVENT_KIND_GRANT_CHANGED;
            case SESSION_OPENED -> dev.hira.admin.v1.EventKind.EVENT_KIND_SESSION_OPENED;
            case SESSION_LOST -> dev.hira.admin.v1.EventKind.EVENT_KIND_SESSION_LOST;
            case SESSION_REBUILT -> dev.hira.admin.v1.EventKind.EVENT_KIND_SESSION_REBUILT;
            case PROTECTION_REDUCED -> dev.hira.admin.v1.EventKind.EVENT_KIND_PROTECTION_REDUCED;
            case SESSION_ENDED -> dev.hira.admin.v1.EventKind.EVENT_KIND_SESSION_ENDED;
            case SESSION_DETACHED -> dev.hira.admin.v1.EventKind.EVENT_KIND_SESSION_DETACHED;
            case SESSION_RESUMED -> dev.hira.admin.v1.EventKind.EVENT_KIND_SESSION_RESUMED;
            case VM_PAUSED -> dev.hira.admin.v1.EventKind.EVENT_KIND_VM_PAUSED;
            case VM_RESUMED -> dev.hira.admin.v1.EventKind.EVENT_KIND_VM_RESUMED;
            case VM_EVICTED -> dev.hira.admin.v1.EventKind.EVENT_KIND_VM_EVICTED;
            case VM_SUSPENDED -> dev.hira.admin.v1.EventKind.EVENT_KIND_VM_SUSPENDED;
            case VM_SAVED -> dev.hira.admin.v1.EventKind.EVENT_KIND_VM_SAVED;
            case VM_RESTORED -> dev.hira.admin.v1.EventKind.EVENT_KIND_VM_RESTORED;
            case VM_MIGRATED -> dev.hira.admin.v1.EventKind.EVENT_KIND_VM_MIGRATED;
            case VM_NOT_MIGRATED -> dev.hira.admin.v1.EventKind.EVENT_KIND_VM_NOT_MIGRATED;
            case REBALANCING -> dev.hira.admin.v1.EventKind.EVENT_KIND_REBALANCING;
            case SERVER_UP -> dev.hira.admin.v1.EventKind.EVENT_KIND_SERVER_UP;
            case SERVER_DOWN -> dev.hira.admin.v1.EventKind.EVENT_KIND_SERVER_DOWN;
            case SERVER_DRAINED -> dev.hira.admin.v1.EventKind.EVENT_KIND_SERVER_DRAINED;
            case SERVER_UNDRAINED -> dev.hira.admin.v1.EventKind.EVENT_KIND_SERVER_UNDRAINED;
            case SCHEDULER_CHANGED -> dev.hira.admin.v1.EventKind.EVENT_KIND_SCHEDULER_CHANGED;
            case RULES_LOADED -> dev.hira.admin.v1.EventKind.EVENT_KIND_RULES_LOADED;
            case IDENTITY_REVOKED -> dev.hira.admin.v1.EventKind.EVENT_KIND_IDENTITY_REVOKED;
            case DROPPED -> dev.hira.admin.v1.EventKind.EVENT_KIND_DROPPED;
        };
    }
}
