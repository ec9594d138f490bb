package dev.hira.router.operator.events;

import java.time.Instant;

/**
 * An event. Fields that do not apply are empty.
 *
 * @param time time of the event, or of the first of several merged ones
 * @param function the name of the function that was called
 * @param reason a short word
 * @param detail a sentence
 * @param count number of merged events
 * @param nanos time that the command had waited, or that the kernel ran
 */
public record RouterEvent(
        EventKind kind,
        Instant time,
        String vm,
        String session,
        String device,
        String function,
        String reason,
        String detail,
        long count,
        long nanos) {
    /** Returns an event about a VM; empty: about none. */
    public static RouterEvent of(EventKind kind, Instant time, String vm) {
        return new RouterEvent(kind, time, vm, "", "", "", "", "", 1, 0);
    }

    public RouterEvent in(String itsSession) {
        return new RouterEvent(
                kind, time, vm, itsSession, device, function, reason, detail, count, nanos);
    }

    public RouterEvent at(String itsDevice) {
        return new RouterEvent(
                kind, time, vm, session, itsDevice, function, reason, detail, count, nanos);
    }

    public RouterEvent by(String itsFunction) {
        return new RouterEvent(
                kind, time, vm, session, device, itsFunction, reason, detail, count, nanos);
    }

    public RouterEvent because(String itsReason, String itsDetail) {
        return new RouterEvent(
                kind, time, vm, session, device, function, itsReason, itsDetail, count, nanos);
    }

    public RouterEvent times(long itsCount) {
        return new RouterEvent(
                kind, time, vm, session, device, function, reason, detail, itsCount, nanos);
    }

    public RouterEvent lasting(long itsNanos) {
        return new RouterEvent(
                kind, time, vm, session, device, function, reason, detail, count, itsNanos);
    }

    /** Returns the key of events that may be merged with it. */
    Object alike() {
        return kind.merges() ? new Alike(kind, vm, session, device, function, reason) : this;
    }

    /** Returns this event merged with another one. */
    RouterEvent and(RouterEvent other) {
        return times(count + other.count).lasting(Math.max(nanos, other.nanos));
    }

    private record Alike(
            EventKind kind,
            String vm,
            String session,
            String device,
            String function,
            String reason) {}
}
