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
    private final List<Ticket> stalled = new ArrayList<>();
    private @Nullable Ticket oldest;
    private @Nullable Ticket newest;

    /** The oldest ticket that is not running; all newer ones are not running either. */
    private @Nullable Ticket firstQueued;

    private @Nullable Ticket spare;
    private long queued;
    private int running;
    private int count;

    DeviceInFlight(int width) {
        this.width = width;
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
            least = Math.min(least, t.estimate - t.spent(now));
        }
        return queued + least;
    }

    /**
     * Returns the time at which {@link #ahead} falls below a limit if no work ends before; {@link
     * Long#MAX_VALUE}: only when work ends.
     */
    long belowAt(long limit, long now) {
        if (isIdle()) {
            return now;
        }
        long left = limit - queued;
        if (left <= 0) {
            return Long.MAX_VALUE;
        }
        long earliest = Long.MAX_VALUE;
        for (Ticket t = oldest; t != null && t != firstQueued; t = t.newer) {
            earliest = Math.min(earliest, t.startedAt + t.estimate - left + 1);
        }
        return Math.max(now, earliest);
    }

    Ticket add(GateFlow flow, long estimate, long now) {
        Ticket ticket = fresh();
        ticket.flow = flow;
        ticket.estimate = estimate;
        ticket.told = estimate;
        ticket.commands = 1;
        ticket.newer = null;
        ticket.older = newest;
        append(ticket);
        count++;
        if (running < width) {
            start(ticket, now);
        } else {
            queued += estimate;
            firstQueued = firstQueued == null ? ticket : firstQueued;
        }
        return ticket;
    }

    /** Adds commands to a ticket. */
    void addTo(Ticket ticket, int others, long nanos) {
        if (!ticket.stalled) {
            count += others;
            queued += isRunning(ticket) ? 0 : nanos;
        }
        ticket.commands += others;
        ticket.estimate += nanos;
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
        boolean silent = now >= stalledAt(ticket, patience, now);
        return (silent ? ticket.heardAt : now) - ticket.startedAt;
    }

    /** Returns how long a ticket's work has run until the device last reported it. */
    long reported(Ticket ticket) {
        return ticket.heardOf && isRunning(ticket) ? ticket.heardAt - ticket.startedAt : 0;
    }

    private static long stalledAt(Ticket ticket, long patience, long now) {
        GateFlow flow = ticket.flow;
        return ticket.heardAt
                + (flow == null || ticket.heardOf ? patience : flow.vm.patience(patience, now));
    }

    /** Stops counting a ticket until it is given back or its work is reported running. */
    void setAside(Ticket ticket, long now) {
        takeOut(ticket, now);
        ticket.stalled = true;
        ticket.newer = null;
        stalled.add(ticket);
    }

    /**
     * Counts a ticket again because its work has begun, even if as many others as the device runs
     * at once are running.
     */
    void countAgain(Ticket ticket, long now) {
        stalled.remove(ticket);
        ticket.stalled = false;
        ticket.newer = oldest;
        if (oldest == null) {
            newest = ticket;
        } else {
            oldest.older = ticket;
        }
        oldest = ticket;
        count += ticket.commands;
        start(ticket, now);
    }

    /** Removes a ticket and keeps it for reuse. */
    void remove(Ticket ticket, long now) {
        if (ticket.stalled) {
            stalled.remove(ticket);
            ticket.stalled = false;
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
            queued -= ticket.estimate;
            firstQueued = firstQueued == ticket ? ticket.newer : firstQueued;
        }
        unlink(ticket);
        count -= ticket.commands;
    }

    private void startNext(long now) {
        Ticket next = firstQueued;
        if (next != null) {
            queued -= next.estimate;
            firstQueued = next.newer;
            start(next, now);
        }
    }

    private void start(Ticket ticket, long now) {
        ticket.startedAt = now;
        ticket.heardAt = now;
        ticket.heardOf = false;
        running++;
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
