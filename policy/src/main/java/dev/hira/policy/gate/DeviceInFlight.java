package dev.hira.policy.gate;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The commands at a device, oldest first, and their estimated remaining time. The oldest {@code
 * width} of them count as running: their remaining time shrinks as time passes, but not below zero,
 * so a command that runs longer than estimated does not hide the work of others.
 */
final class DeviceInFlight {
    private final int width;
    private final long slice;
    private final List<Ticket> stalled = new ArrayList<>();
    private @Nullable Ticket oldest;
    private @Nullable Ticket newest;

    /** The oldest ticket that is not running; all newer ones are not running either. */
    private @Nullable Ticket firstQueued;

    private @Nullable Ticket spare;
    private long queued;
    private int running;
    private int count;

    /**
     * Time before which no running kernel that the device could hold turns out to be long; {@link
     * Long#MAX_VALUE}: no such kernel runs.
     */
    private long longAt = Long.MAX_VALUE;

    /**
     * @param width number of commands that the device runs at once
     * @param slice device time that a kernel gets at a time where it can be held
     */
    DeviceInFlight(int width, long slice) {
        this.width = width;
        this.slice = slice;
    }

    int count() {
        return count;
    }

    /** Returns the oldest ticket; {@link Ticket#newer} links to the others. */
    @Nullable Ticket oldest() {
        return oldest;
    }

    /** Whether the device could start another command at once. */
    boolean isIdle() {
        return running < width;
    }

    boolean isRunning(Ticket ticket) {
        for (Ticket t = oldest; t != null && t != firstQueued; t = t.newer) {
            if (t == ticket) {
                return true;
            }
        }
        return false;
    }

    /** Returns the estimated time for which a newcomer would wait. */
    long ahead(long now) {
        if (isIdle()) {
            return 0;
        }
        long least = Long.MAX_VALUE;
        for (Ticket t = oldest; t != null && t != firstQueued; t = t.newer) {
            least = Math.min(least, t.left(now));
        }
        return queuedAhead() + least;
    }

    /**
     * Returns the time at which {@link #ahead} falls below a limit if no work ends before; {@link
     * Long#MAX_VALUE}: only when work ends.
     */
    long belowAt(long limit, long now) {
        if (isIdle()) {
            return now;
        }
        long left = limit - queuedAhead();
        if (left <= 0) {
            return Long.MAX_VALUE;
        }
        long earliest = Long.MAX_VALUE;
        for (Ticket t = oldest; t != null && t != firstQueued; t = t.newer) {
            earliest = Math.min(earliest, now + t.left(now) - left + 1);
        }
        return Math.max(now, earliest);
    }

    /**
     * Adds a command of a flow.
     *
     * @param given the part of the estimate that was granted
     */
    Ticket add(GateFlow flow, long given, long estimate, long now) {
        Ticket ticket = fresh();
        ticket.flow = flow;
        ticket.estimate = estimate;
        ticket.given = given;
        ticket.paid = given;
        ticket.told = given;
        ticket.charged = 0;
        ticket.reported = 0;
        ticket.asked = flow.since;
        ticket.ranBefore = 0;
        ticket.lasts = estimate > given;
        ticket.competes = false;
        ticket.silent = 0;
        ticket.patience = 0;
        ticket.commands = 1;
        enqueue(ticket, now);
        return ticket;
    }

    private void enqueue(Ticket ticket, long now) {
        ticket.newer = null;
        ticket.older = newest;
        append(ticket);
        counts(ticket, ticket.commands);
        if (running < width) {
            start(ticket, now);
        } else {
            queues(ticket, 1);
            firstQueued = firstQueued == null ? ticket : firstQueued;
        }
    }

    private void counts(Ticket ticket, int commands) {
        count += commands;
        GateFlow flow = ticket.flow;
        if (flow != null) {
            flow.counted += commands;
        }
    }

    /** Counts the time of a ticket that is not running, once more or once less. */
    private void queues(Ticket ticket, int times) {
        long nanos = ticket.toDo() * times;
        queued += nanos;
        GateFlow flow = ticket.flow;
        if (flow != null) {
            flow.queued += nanos;
        }
    }

    /**
     * Returns the time of the tickets that are not running and go before a newcomer. Those behind a
     * kernel that competes do not: they are held with it.
     */
    private long queuedAhead() {
        long ahead = queued;
        for (Ticket t = oldest; t != null && t != firstQueued; t = t.newer) {
            GateFlow flow = t.flow;
            ahead -= t.competes && flow != null ? flow.queued : 0;
        }
        return ahead;
    }

    /** Whether commands of other flows are at the device. */
    boolean hasOthers(GateFlow flow) {
        return count > flow.counted;
    }

    /** Whether the running tickets are expected to end within a time, and not to go on then. */
    boolean endsWithin(long nanos, long now) {
        for (Ticket t = oldest; t != null && t != firstQueued; t = t.newer) {
            long ran = now - t.startedAt;
            if (t.estimate - ran > nanos || ran > t.estimate) {
                return false;
            }
        }
        return true;
    }

    /** Returns the device time that commands of other flows at the device still take. */
    long leftOfOthers(GateFlow flow, long now) {
        long left = queued - flow.queued;
        for (Ticket t = oldest; t != null && t != firstQueued; t = t.newer) {
            left += flow.equals(t.flow) ? 0 : t.left(now);
        }
        return left;
    }

    /** Returns the oldest ticket that is not running; {@link Ticket#newer} links to newer ones. */
    @Nullable Ticket firstQueued() {
        return firstQueued;
    }

    /**
     * Notes how much device time a ticket's work has taken so far. What is left of the time that it
     * was given stays: it is a time for which it may run.
     */
    void spent(Ticket ticket, long nanos, long now) {
        boolean isRunning = !ticket.held && !ticket.stalled && isRunning(ticket);
        boolean isQueued = !ticket.held && !ticket.stalled && !isRunning;
        long more = nanos - ran(ticket, now);
        queues(ticket, isQueued ? -1 : 0);
        if (isRunning) {
            ticket.startedAt = now - nanos;
        } else {
            ticket.ranBefore = nanos;
        }
        ticket.silent = nanos > ticket.reported ? 0 : ticket.silent;
        ticket.reported = nanos;
        ticket.given = Math.max(0, ticket.given + more);
        queues(ticket, isQueued ? 1 : 0);
    }

    /**
     * Counts a ticket as running although as many others as the device runs at once do, because the
     * device reports that it runs.
     */
    void startBeside(Ticket ticket, long now) {
        takeOut(ticket, now);
        ticket.newer = oldest;
        if (oldest == null) {
            newest = ticket;
        } else {
            oldest.older = ticket;
        }
        oldest = ticket;
        counts(ticket, ticket.commands);
        start(ticket, now);
    }

    /** Returns the device time that a ticket's work has taken so far. */
    long ran(Ticket ticket, long now) {
        return !ticket.held && isRunning(ticket) ? now - ticket.startedAt : ticket.ranBefore;
    }

    /** Gives a ticket so much device time in all. */
    void give(Ticket ticket, long nanos) {
        boolean isQueued = !ticket.held && !isRunning(ticket);
        queues(ticket, isQueued ? -1 : 0);
        ticket.given = nanos;
        queues(ticket, isQueued ? 1 : 0);
    }

    /** Stops counting a ticket, whose kernels the device is to hold. */
    void hold(Ticket ticket, long now) {
        ticket.silent = isRunning(ticket) ? now - ticket.heardAt : ticket.silent;
        ticket.ranBefore = ran(ticket, now);
        takeOut(ticket, now);
        ticket.held = true;
        ticket.newer = null;
    }

    /** Counts a ticket again whose kernels the device no longer holds. */
    void letGo(Ticket ticket, long now) {
        ticket.held = false;
        enqueue(ticket, now);
    }

    /** Adds commands to a ticket. */
    void addTo(Ticket ticket, int others, long nanos) {
        boolean isQueued = !ticket.stalled && !ticket.held && !isRunning(ticket);
        if (!ticket.stalled && !ticket.held) {
            counts(ticket, others);
        }
        queues(ticket, isQueued ? -1 : 0);
        ticket.commands += others;
        ticket.estimate += nanos;
        ticket.given += nanos;
        ticket.paid += nanos;
        queues(ticket, isQueued ? 1 : 0);
    }

    /** Returns the tickets that are set aside and do not count. */
    List<Ticket> stalled() {
        return stalled;
    }

    /**
     * Returns the first running ticket with work that seems to wait for something other than the
     * device; null: none.
     */
    @Nullable Ticket firstStalled(long patience, long now) {
        for (Ticket t = oldest; t != null && t != firstQueued; t = t.newer) {
            if (now >= stalledAt(t, patience, now)) {
                return t;
            }
        }
        return null;
    }

    /**
     * Returns the time at which the next running ticket will seem to wait for something other than
     * the device.
     */
    long nextStalledAt(long patience, long now) {
        long at = Long.MAX_VALUE;
        for (Ticket t = oldest; t != null && t != firstQueued; t = t.newer) {
            at = Math.min(at, stalledAt(t, patience, now));
        }
        return at;
    }

    /** Returns how long the work of a running ticket has run, as far as reports can tell. */
    long ran(Ticket ticket, long patience, long now) {
        if (!isRunning(ticket)) {
            return ticket.ranBefore;
        }
        boolean silent = now >= stalledAt(ticket, patience, now);
        return (silent ? ticket.heardAt : now) - ticket.startedAt;
    }

    /** Returns how long a ticket's work has run until the device last reported it. */
    long reported(Ticket ticket) {
        return ticket.heardOf && isRunning(ticket)
                ? ticket.heardAt - ticket.startedAt
                : ticket.ranBefore;
    }

    private static long stalledAt(Ticket ticket, long patience, long now) {
        GateFlow flow = ticket.flow;
        return ticket.heardAt
                + (flow == null || ticket.heardOf
                        ? patience
                        : flow.vm.patience(ticket, patience, now));
    }

    /** Stops counting a ticket until it is given back or its work is reported running. */
    void setAside(Ticket ticket, long now) {
        ticket.ranBefore = ran(ticket, ticket.heardAt);
        takeOut(ticket, now);
        ticket.stalled = true;
        ticket.newer = null;
        ticket.place = stalled.size();
        stalled.add(ticket);
    }

    /** Removes a ticket from those that are set aside; the last takes its place. */
    private void takeBack(Ticket ticket) {
        Ticket last = stalled.removeLast();
        if (last != ticket) {
            stalled.set(ticket.place, last);
            last.place = ticket.place;
        }
        ticket.stalled = false;
    }

    /**
     * Counts a ticket again because its work has begun, even if as many others as the device runs
     * at once are running.
     */
    void countAgain(Ticket ticket, long now) {
        takeBack(ticket);
        ticket.newer = oldest;
        if (oldest == null) {
            newest = ticket;
        } else {
            oldest.older = ticket;
        }
        oldest = ticket;
        counts(ticket, ticket.commands);
        start(ticket, now);
    }

    /** Removes a ticket and keeps it for reuse. */
    void remove(Ticket ticket, long now) {
        if (ticket.stalled) {
            takeBack(ticket);
        } else if (ticket.held) {
            ticket.held = false;
        } else {
            takeOut(ticket, now);
        }
        ticket.flow = null;
        ticket.newer = spare;
        spare = ticket;
    }

    private void takeOut(Ticket ticket, long now) {
        if (isRunning(ticket)) {
            running--;
            if (running < width) {
                startNext(now);
            }
        } else {
            queues(ticket, -1);
            firstQueued = firstQueued == ticket ? ticket.newer : firstQueued;
        }
        unlink(ticket);
        counts(ticket, -ticket.commands);
    }

    private void startNext(long now) {
        Ticket next = firstQueued;
        if (next != null) {
            queues(next, -1);
            firstQueued = next.newer;
            start(next, now);
        }
    }

    private void start(Ticket ticket, long now) {
        ticket.startedAt = now - ticket.ranBefore;
        ticket.heardAt = now - ticket.silent;
        ticket.silent = 0;
        ticket.heardOf = false;
        longAt = Math.min(longAt, longAt(ticket, now));
        running++;
    }

    private long longAt(Ticket ticket, long now) {
        GateFlow flow = ticket.flow;
        if (flow == null || !flow.canBeHeld()) {
            return Long.MAX_VALUE;
        }
        return ticket.lasts ? now : ticket.usedUpAt() + slice;
    }

    /** Returns a time before which no running kernel turns out to need more than one slice. */
    long longAt() {
        return longAt;
    }

    /** Looks at all running kernels for {@link #longAt}. */
    void lookForLong(long now) {
        longAt = Long.MAX_VALUE;
        for (Ticket t = oldest; t != null && t != firstQueued; t = t.newer) {
            longAt = Math.min(longAt, longAt(t, now));
        }
    }

    private Ticket fresh() {
        Ticket ticket = spare;
        if (ticket == null) {
            return new Ticket();
        }
        spare = ticket.newer;
        return ticket;
    }

    private void append(Ticket ticket) {
        Ticket last = newest;
        if (last == null) {
            oldest = ticket;
        } else {
            last.newer = ticket;
        }
        newest = ticket;
    }

    private void unlink(Ticket ticket) {
        Ticket older = ticket.older;
        Ticket newer = ticket.newer;
        if (older == null) {
            oldest = newer;
        } else {
            older.newer = newer;
        }
        if (newer == null) {
            newest = older;
        } else {
            newer.older = older;
        }
        ticket.older = null;
    }
}
