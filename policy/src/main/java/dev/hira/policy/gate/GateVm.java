package dev.hira.policy.gate;

import dev.hira.policy.NanoClock;
import dev.hira.policy.TokenBucket;
import dev.hira.policy.model.Rate;
import dev.hira.policy.schedule.Tenant;
import org.jspecify.annotations.Nullable;

/**
 * A VM at a {@link DeviceGate}: its work there and its limits. Guarded by the gate's lock.
 *
 * <p>Estimates may be wrong, and a VM may make them wrong on purpose, so they alone do not bound
 * its work at the device: a window of commands does, by the rule of TCP's congestion control
 * (additive increase, multiplicative decrease; Chiu and Jain, 1989). Each command that ends widens
 * the window by one; a ticket whose work takes more than a slice longer than estimated halves it
 * instead. The window is at least one command. A VM with kernels that keep running longer than
 * estimated thus has one at a time at the device, while a VM that was late once, because the
 * device's host was busy, loses next to nothing.
 *
 * <p>Commands that seem to wait for something else fill the window too, so that they cannot be
 * gathered without bound and then run all at once. But what they wait for may be a later command of
 * the VM: while nothing else of the VM is at the device, one more may always go.
 */
final class GateVm {
    /**
     * Fraction of a second (1/100) by which a VM may catch up on time that it did not use under its
     * cap.
     */
    private static final long CAP_BURSTS_PER_SECOND = 100;

    /** Most commands that may share a ticket with its first command. */
    private static final int MOST_JOINING = 63;

    /** Window of a VM without history. */
    private static final int FIRST_WINDOW = 64;

    /**
     * Least patience with work that went although the window was full of stalled work: it bounds
     * the rate at which such work goes. Where the device cannot hold kernels, it leaves time for
     * reports that the work runs.
     */
    private static final long PATIENCE_BEYOND_WINDOW = 1_000_000;

    private static final long PATIENCE_WITHOUT_HOLDS = 50_000_000;

    /** Time after which stalled work no longer shortens the patience with other work. */
    private static final long FORGIVEN_IN = 1_000_000_000L;

    private Tenant tenant;
    private final NanoClock clock;
    private @Nullable TokenBucket capped;
    private long cap = Rate.UNLIMITED;
    private int window = FIRST_WINDOW;
    int flows;
    int inFlight;

    /** Number of its flows that wait. */
    int waiting;

    /** Number of its waiting flows that wait for the next slice of a kernel. */
    int lasting;

    /** Number of its waiting flows that may go. */
    int eligible;

    /** Whether the cap held the VM when the gate last looked. */
    volatile boolean isCapped;

    /**
     * Time at which the VM may go; {@link Long#MAX_VALUE}: now, or when some of its work has ended.
     */
    long wakeAt = Long.MAX_VALUE;

    /** Its place in the {@link WakeQueue}. */
    int wakePlace;

    private boolean may;
    private boolean mayOn;

    /**
     * Number of its commands that do not count at the device because they seem to wait for
     * something else.
     */
    int stalled;

    private int stallsInARow;
    private long stalledAt;
    long used;

    GateVm(Tenant tenant, NanoClock clock) {
        this.tenant = tenant;
        this.clock = clock;
    }

    Tenant tenant() {
        return tenant;
    }

    /**
     * Counts a new session of the VM. The tenant object that represents the VM may be a new one.
     */
    void join(Tenant speaker) {
        tenant = speaker;
        flows++;
    }

    /**
     * Returns the time at which the VM's own limits let it send a command: now, later, or {@link
     * Long#MAX_VALUE} when some of its work must end first. A VM that may send keeps this
     * permission until an event concerns it.
     */
    long mayAt(GateSettings settings, long now) {
        return room(settings) > 0 ? capAt(now) : Long.MAX_VALUE;
    }

    /** Returns the time at which a kernel of the VM may go on; as {@link #mayAt}. */
    long mayGoOnAt(long now) {
        return lasting > 0 ? capAt(now) : Long.MAX_VALUE;
    }

    /** Returns the number of further commands that the VM may have at the device. */
    private int room(GateSettings settings) {
        return Math.max(most(settings) - inFlight - stalled, inFlight == 0 ? 1 : 0);
    }

    private int most(GateSettings settings) {
        return Math.min(window, settings.vmCommands());
    }

    /** Returns the time at which the cap lets the VM send. */
    long capAt(long now) {
        tune();
        TokenBucket bucket = capped;
        long wait = bucket == null ? 0 : bucket.nanosUntil(1);
        return wait > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + wait;
    }

    /**
     * Sets whether the VM may send, and whether its kernels at the device may go on, for which it
     * needs no room for commands.
     *
     * @return whether that has changed
     */
    boolean may(boolean send, boolean goOn) {
        boolean changed = send != may || goOn != mayOn;
        may = send;
        mayOn = goOn;
        eligible = (send ? waiting - lasting : 0) + (goOn ? lasting : 0);
        return changed;
    }

    boolean mayGo() {
        return may;
    }

    /** Whether its use of the device is capped. */
    boolean hasCap() {
        return capped != null;
    }

    /** Whether its kernels at the device may go on. */
    boolean mayGoOn() {
        return mayOn;
    }

    /** Counts commands that go to the device. */
    void sends(int commands, long estimate) {
        inFlight += commands;
        charge(estimate);
    }

    /** Adds commands to a ticket. */
    void joins(Ticket ticket, int others, long nanos) {
        if (ticket.stalled) {
            stalled += others;
            charge(nanos);
        } else {
            sends(others, nanos);
        }
    }

    /**
     * Returns the number of further commands that may join the ticket of one that goes: only as
     * many as could go by themselves.
     */
    int mayJoin(GateSettings settings, int atDevice) {
        return Math.clamp(
                Math.min(room(settings), settings.commands() - atDevice), 0, MOST_JOINING);
    }

    /**
     * Returns the time that the gate waits for a report about work of this VM that should be
     * running. Each consecutive wait without a report halves the next one, since the work may be
     * blocked behind many more commands: all waits together then take less than twice the first.
     */
    long patience(Ticket ticket, long standard, long now) {
        if (now - stalledAt > FORGIVEN_IN) {
            return standard;
        }
        return Math.max(ticket.patience, standard >> stallsInARow);
    }

    /** Returns the least patience with a command that goes now. */
    long leastPatience(GateSettings settings, boolean canBeHeld) {
        if (inFlight + stalled < most(settings)) {
            return 0;
        }
        return Math.min(
                settings.stall(), canBeHeld ? PATIENCE_BEYOND_WINDOW : PATIENCE_WITHOUT_HOLDS);
    }

    /** Stops counting a ticket with work that seems to wait for something other than the device. */
    void stall(Ticket ticket, long now) {
        stallsInARow = now - stalledAt > FORGIVEN_IN ? 1 : Math.min(stallsInARow + 1, 62);
        stalledAt = now;
        inFlight -= ticket.commands;
        stalled += ticket.commands;
    }

    /** Counts a stalled ticket again because its work has begun after all. */
    void countAgain(Ticket ticket) {
        stalled -= ticket.commands;
        inFlight += ticket.commands;
    }

    /**
     * Removes a ticket's commands, which have ended.
     *
     * @param took the device time that they took
     * @param due the part of it that has not been charged, except when they went
     */
    void done(Ticket ticket, long took, long due, GateSettings settings) {
        if (ticket.stalled) {
            stalled -= ticket.commands;
        } else {
            inFlight -= ticket.commands;
        }
        boolean late = took - ticket.estimate > settings.slice();
        window = late ? Math.max(1, most(settings) / 2) : most(settings) + ticket.commands;
        charge(due - ticket.paid);
    }

    /**
     * Charges device time to the cap; a negative amount gives back time that was charged but not
     * used.
     */
    void charge(long nanos) {
        tune();
        TokenBucket bucket = capped;
        if (bucket != null && nanos < 0) {
            bucket.giveBack(-nanos);
        } else if (bucket != null) {
            bucket.charge(nanos);
        }
    }

    /** Whether the VM may be forgotten. A VM gains at most a fresh first window by that. */
    boolean isForgettable(long now) {
        return flows == 0 && capAt(now) <= now;
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
