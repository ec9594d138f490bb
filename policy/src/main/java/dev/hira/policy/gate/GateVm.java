package dev.hira.policy.gate;

import dev.hira.policy.NanoClock;
import dev.hira.policy.TokenBucket;
import dev.hira.policy.model.Rate;
import dev.hira.policy.schedule.Tenant;
import org.jspecify.annotations.Nullable;

/**
 * A VM at a {@link DeviceGate}: what it has there, and how far it may go. Guarded by the gate's
 * lock.
 */
final class GateVm {
    /** How much unused time under a cap may be caught up with, in parts of a second. */
    private static final long CAP_BURSTS_PER_SECOND = 100;

    private static final int MOST_EXCUSED = 1 << 14;

    /** So many commands share one ticket with the first one at most. */
    private static final int MOST_SHARING = 63;

    /** In what time it is forgotten that work seemed to wait. */
    private static final long FORGIVEN_IN = 1_000_000_000L;

    private Tenant tenant;
    private final NanoClock clock;
    private @Nullable TokenBucket capped;
    private long cap = Rate.UNLIMITED;
    private long estimates;
    private int unknown;
    private final Overruns overruns = new Overruns();
    private long stalledAt;
    private long owed;
    int flows;
    int inFlight;
    int waiting;

    /** How many of its flows that wait may go. */
    int eligible;

    /** Whether it was its cap that held it when it was last looked at. */
    volatile boolean isCapped;

    /** When it may go; {@link Long#MAX_VALUE}: now, or when something has ended. */
    long wakeAt = Long.MAX_VALUE;

    /** Its place among those that wake. */
    int wakePlace;

    private int waitingUnknown;
    private boolean may;
    private boolean mayUnknown;

    /** How many of its commands count no more because they seem to wait for something else. */
    int stalled;

    /** So many of those that it sends next do not count from their beginning. */
    private int excused;

    /** How many were excused the last time; twice as many are the next time. */
    private int lastExcused;

    long used;

    GateVm(Tenant tenant, NanoClock clock) {
        this.tenant = tenant;
        this.clock = clock;
    }

    Tenant tenant() {
        return tenant;
    }

    /** A session of the VM comes; who speaks for the VM may be another one than before. */
    void join(Tenant speaker) {
        tenant = speaker;
        flows++;
    }

    /**
     * When the VM may send a command to the device as far as its own limits are concerned: now,
     * later, or {@link Long#MAX_VALUE}: when something of it has ended. Once it may, it may until
     * something happens to it.
     */
    long mayAt(GateSettings settings, InFlight device, long now) {
        if (inFlight >= overruns.mostCommands(settings, now)
                || inFlight + stalled >= settings.vmCommands()) {
            return Long.MAX_VALUE;
        }
        long roomAt = roomAt(settings, device, now);
        return Math.max(roomAt, capAt(now));
    }

    /** When the cap lets the VM go. */
    long capAt(long now) {
        tune();
        TokenBucket bucket = capped;
        long wait = bucket == null ? 0 : bucket.nanosUntil(1);
        return wait > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + wait;
    }

    /** One of its flows waits, or with a negative number does so no more. */
    void waits(int more, boolean known) {
        waiting += more;
        waitingUnknown += known ? 0 : more;
    }

    /**
     * Whether the VM may send something is known anew. Of commands that are not known it may have
     * one at the device.
     *
     * @return whether anything has changed
     */
    boolean may(boolean now) {
        boolean nowUnknown = now && unknown == 0;
        boolean changed = now != may || nowUnknown != mayUnknown;
        may = now;
        mayUnknown = nowUnknown;
        eligible = now ? waiting - (nowUnknown ? 0 : waitingUnknown) : 0;
        return changed;
    }

    /** Whether it is its cap that holds it. */
    void capped(boolean now) {
        if (now != isCapped) {
            isCapped = now;
        }
    }

    boolean mayGo(boolean known) {
        return known ? may : mayUnknown;
    }

    void granted(long estimate, boolean isKnown) {
        unknown += isKnown ? 0 : 1;
        sends(1, estimate);
    }

    /** Commands go to the device. */
    private void sends(int commands, long estimate) {
        inFlight += commands;
        estimates += estimate;
        charge(estimate);
    }

    /** More commands share a ticket. */
    void shares(Ticket ticket, int others, long nanos) {
        if (ticket.stalled) {
            stalled += others;
            charge(nanos);
        } else {
            sends(others, nanos);
        }
    }

    /**
     * How many more commands may share one that goes: none of a VM that is not trusted, and none
     * that could not go by themselves.
     */
    int mayShare(boolean known, GateSettings settings, int atDevice, long now) {
        if (!known || overruns.mostCommands(settings, now) < settings.vmCommands()) {
            return 0;
        }
        int most = settings.vmCommands() - inFlight - stalled;
        return Math.clamp(Math.min(most, settings.commands() - atDevice), 0, MOST_SHARING);
    }

    boolean isExcused() {
        return excused > 0;
    }

    /**
     * A command of it seems to wait for something else than the device. What that is may be behind
     * others, each of which would be waited for as long; so more and more of them are excused,
     * until some work of the VM has ended and nothing seemed so for a while.
     */
    void stall(Ticket ticket, long now) {
        stalledAt = now;
        if (excused > 0) {
            excused--;
        } else {
            excused = lastExcused;
            lastExcused = Math.clamp(2L * lastExcused, 1, MOST_EXCUSED);
        }
        stalled += ticket.commands;
        uncount(ticket);
    }

    /** Such a command has begun after all: it counts again. */
    void goesOn(Ticket ticket) {
        stalled -= ticket.commands;
        inFlight += ticket.commands;
        estimates += ticket.estimate;
        unknown += ticket.known ? 0 : 1;
    }

    private void uncount(Ticket ticket) {
        inFlight -= ticket.commands;
        estimates -= ticket.estimate;
        unknown -= ticket.known ? 0 : 1;
    }

    void done(Ticket ticket, long measured, GateSettings settings, long now) {
        if (ticket.stalled) {
            stalled -= ticket.commands;
        } else {
            uncount(ticket);
        }
        if (now - stalledAt > FORGIVEN_IN) {
            excused = 0;
            lastExcused = 0;
        }
        used += measured;
        long more = measured - ticket.estimate;
        if (ticket.known) {
            overruns.ended(more, settings.slice(), now);
        }
        TokenBucket bucket = capped;
        if (bucket != null && more < 0) {
            bucket.giveBack(-more);
        } else {
            charge(more);
        }
    }

    /** Device time was used that is charged with the next command. */
    void owe(long nanos) {
        owed += nanos;
    }

    long takeOwed() {
        long taken = owed;
        owed = 0;
        return taken;
    }

    /** Whether nothing is lost when the VM is forgotten: it owes nothing. */
    boolean isForgettable(long now) {
        return flows == 0 && owed == 0 && capAt(now) <= now && overruns.areForgotten(now);
    }

    private void charge(long nanos) {
        TokenBucket bucket = capped;
        if (bucket != null) {
            bucket.charge(nanos);
        }
    }

    private long roomAt(GateSettings settings, InFlight device, long now) {
        long most = settings.vmSlice() * settings.width();
        if (inFlight < settings.width() || estimates < most) {
            return now;
        }
        long excess = estimates - most - device.spent(this, now);
        if (excess < 0) {
            return now;
        }
        // What runs may have used up the excess by then; if not, the next look says when.
        return device.left(this, now) > excess
                ? now + excess / settings.width() + 1
                : Long.MAX_VALUE;
    }

    private void tune() {
        long granted = tenant.cap();
        if (granted == cap) {
            return;
        }
        cap = granted;
        TokenBucket bucket = capped;
        if (granted == Rate.UNLIMITED) {
            capped = null;
        } else if (bucket == null) {
            capped = new TokenBucket(clock, granted, Math.max(1, granted / CAP_BURSTS_PER_SECOND));
        } else {
            bucket.retune(granted, Math.max(1, granted / CAP_BURSTS_PER_SECOND));
        }
    }
}
