package dev.hira.policy.gate;

import dev.hira.policy.NanoClock;
import dev.hira.policy.TokenBucket;
import dev.hira.policy.model.Rate;
import dev.hira.policy.schedule.Tenant;
import org.jspecify.annotations.Nullable;

/**
 * A VM at a {@link DeviceGate}: what it has there, and how far it may go. Guarded by the gate's
 * lock.
 *
 * <p>Estimates may be wrong, and a VM may see to it that they are, so they alone do not bound what
 * it has at the device: a window of commands does, by the rule of TCP's congestion control
 * (additive increase, multiplicative decrease; Chiu and Jain, 1989). Each command that ends in time
 * widens the window by one, and each that takes a slice longer than estimated halves it. One
 * command may always go. A VM whose kernels keep running longer than estimated thus has one at the
 * device at a time, while a VM that was late once, since the device's host was busy, loses next to
 * nothing.
 */
final class GateVm {
    /** How much unused time under a cap may be caught up with, in parts of a second. */
    private static final long CAP_BURSTS_PER_SECOND = 100;

    /** So many commands share one ticket with the first one at most. */
    private static final int MOST_SHARING = 63;

    /** The window of a VM that has shown nothing yet. */
    private static final int FIRST_WINDOW = 64;

    /** The time after which stalled work no longer shortens the patience with other work. */
    private static final long FORGIVEN_IN = 1_000_000_000L;

    private Tenant tenant;
    private final NanoClock clock;
    private @Nullable TokenBucket capped;
    private long cap = Rate.UNLIMITED;
    private int window = FIRST_WINDOW;
    int flows;
    int inFlight;

    /** How many of its flows wait. */
    int waiting;

    /** How many of its flows that wait may go. */
    int eligible;

    /** Whether it was its cap that held it when it was last looked at. */
    volatile boolean isCapped;

    /** When it may go; {@link Long#MAX_VALUE}: now, or when something has ended. */
    long wakeAt = Long.MAX_VALUE;

    /** Its place among those that wake. */
    int wakePlace;

    private boolean may;

    /** How many of its commands do not count, because they seem to wait for something else. */
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

    /** A session of the VM comes; the object that speaks for the VM may be a new one. */
    void join(Tenant speaker) {
        tenant = speaker;
        flows++;
    }

    /**
     * When the VM may send a command to the device as far as its own limits are concerned: now,
     * later, or {@link Long#MAX_VALUE}: when something of it has ended. Once it may, it may until
     * something happens to it.
     */
    long mayAt(GateSettings settings, long now) {
        return room(settings) > 0 ? capAt(now) : Long.MAX_VALUE;
    }

    /** How many more commands it may have at the device. */
    private int room(GateSettings settings) {
        return most(settings) - inFlight - stalled;
    }

    private int most(GateSettings settings) {
        return Math.min(window, settings.vmCommands());
    }

    /** When the cap lets the VM go. */
    long capAt(long now) {
        tune();
        TokenBucket bucket = capped;
        long wait = bucket == null ? 0 : bucket.nanosUntil(1);
        return wait > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + wait;
    }

    /**
     * Whether the VM may send something is known anew.
     *
     * @return whether that has changed
     */
    boolean may(boolean now) {
        boolean changed = now != may;
        may = now;
        eligible = now ? waiting : 0;
        return changed;
    }

    boolean mayGo() {
        return may;
    }

    /** Commands go to the device. */
    void sends(int commands, long estimate) {
        inFlight += commands;
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

    /** How many more commands may share one that goes: none that could not go by themselves. */
    int mayShare(GateSettings settings, int atDevice) {
        return Math.clamp(
                Math.min(room(settings), settings.commands() - atDevice), 0, MOST_SHARING);
    }

    /**
     * How long the gate waits for word of work of this VM that should be running. Each time in a
     * row that no word came it waits half as long, since what the work waits for may be behind many
     * more commands: the gate waits for all of them together no longer than for the first two.
     */
    long patience(long standard, long now) {
        return now - stalledAt > FORGIVEN_IN ? standard : standard >> stallsInARow;
    }

    /** A command of the VM seems to wait for something else than the device. */
    void stall(Ticket ticket, long now) {
        stallsInARow = now - stalledAt > FORGIVEN_IN ? 1 : Math.min(stallsInARow + 1, 62);
        stalledAt = now;
        inFlight -= ticket.commands;
        stalled += ticket.commands;
    }

    /** Such a command has begun after all: it counts again. */
    void goesOn(Ticket ticket) {
        stalled -= ticket.commands;
        inFlight += ticket.commands;
    }

    /** The commands with a ticket have ended. */
    void done(Ticket ticket, long measured, GateSettings settings) {
        if (ticket.stalled) {
            stalled -= ticket.commands;
        } else {
            inFlight -= ticket.commands;
        }
        long more = measured - ticket.estimate;
        window =
                more > settings.slice()
                        ? Math.max(1, most(settings) / 2)
                        : most(settings) + ticket.commands;
        charge(more);
    }

    /** Device time was used or, with a negative number, was not used though it was charged. */
    void charge(long nanos) {
        tune();
        TokenBucket bucket = capped;
        if (bucket != null && nanos < 0) {
            bucket.giveBack(-nanos);
        } else if (bucket != null) {
            bucket.charge(nanos);
        }
    }

    /** Whether the VM may be forgotten. All that it can gain by that is the first window. */
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
