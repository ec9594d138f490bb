package dev.hira.policy.gate;

import dev.hira.policy.schedule.Scheduler;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of a {@link DeviceGate} and their state: the waiting flows, the commands at the
 * device, and a scheduler. Guarded by the gate's lock.
 */
final class GateDecision {
    private final GateSettings settings;
    private final DeviceInFlight inFlight;
    private final WaitingFlows waiting;
    private final KernelTurns turns;
    private Scheduler scheduler;
    private long used;
    private long askAgainAt = Long.MAX_VALUE;

    GateDecision(GateSettings settings, Scheduler scheduler) {
        this.settings = settings;
        this.scheduler = scheduler;
        this.inFlight = new DeviceInFlight(settings.width(), settings.slice());
        this.waiting = new WaitingFlows(inFlight, settings);
        this.turns = new KernelTurns(this, inFlight, waiting, settings.slice());
    }

    Scheduler scheduler() {
        return scheduler;
    }

    /** Returns the total measured device time. */
    long used() {
        return used;
    }

    int inFlight() {
        return inFlight.count();
    }

    int waiting() {
        return waiting.count();
    }

    /** Returns the time at which the latest decision may change even without an event. */
    long askAgainAt() {
        return askAgainAt;
    }

    /** Returns the next flow whose session must learn whether its kernels are held; null: none. */
    @Nullable GateFlow nextTurned() {
        return turns.nextTurned();
    }

    /** Whether {@link #nextTurned} has a flow. */
    boolean hasTurned() {
        return turns.hasTurned();
    }

    /** Starts the wait of a flow that wants to send a command. */
    void begin(GateFlow flow, long estimate, long now) {
        turns.compete(flow, now);
        flow.asks = true;
        flow.head = estimate;
        flow.since = now;
        if (!flow.waiting) {
            waiting.add(flow);
            look(flow.vm, now);
            scheduler.waits(flow, now);
        }
    }

    /** Lets one command go; returns its flow, or null when none may go now. */
    @Nullable GateFlow letOneGo(long now) {
        askAgainAt = Long.MAX_VALUE;
        if (waiting.isEmpty()) {
            if (!turns.areNeeded()) {
                return null;
            }
            turns.compete(null, now);
            if (waiting.isEmpty()) {
                askAgainAt = turns.wakeAt(now);
                return null;
            }
        }
        setStalledAside(now);
        while (true) {
            turns.compete(null, now);
            GateFlow picked = pick(now);
            if (picked == null || turns.hasSlice(picked, now)) {
                if (!turns.holdNext(now)) {
                    askAgainAt = Math.min(askAgainAt, turns.wakeAt(now));
                    return null;
                }
            } else if (picked.lasting != null) {
                Ticket lasting = picked.lasting;
                turns.goesOn(picked, lasting, now);
                if (turns.mayFollow(picked, lasting, now)) {
                    grant(picked, now);
                    return picked;
                }
            } else {
                grant(picked, now);
                return picked;
            }
        }
    }

    private @Nullable GateFlow pick(long now) {
        askAgainAt = inFlight.nextStalledAt(settings.stall(), now);
        if (waiting.isEmpty()) {
            return null;
        }
        long roomAt = roomAt(now);
        if (roomAt > now) {
            askAgainAt = Math.min(askAgainAt, roomAt);
            return null;
        }
        while (waiting.wakeAt() <= now) {
            look(waiting.firstToWake(), now);
        }
        GateFlow picked = waiting.isOpen() ? (GateFlow) scheduler.pick(waiting, now) : null;
        if (picked == null) {
            long later = waiting.isOpen() ? scheduler.wakeAt(now) : Long.MAX_VALUE;
            askAgainAt = Math.min(askAgainAt, Math.min(waiting.wakeAt(), later));
            return null;
        }
        long at = turns.mayGoAt(picked, now);
        askAgainAt = Math.min(askAgainAt, at > now ? at : Long.MAX_VALUE);
        return at > now ? null : picked;
    }

    /** Adds commands to a ticket. */
    void addTo(Ticket ticket, int others, long nanos, long now) {
        GateFlow flow = Objects.requireNonNull(ticket.flow, "the ticket was given back");
        inFlight.addTo(ticket, others, nanos);
        flow.vm.joins(ticket, others, nanos);
        flow.inFlight += others;
        ticket.room(0);
        look(flow.vm, now);
    }

    /**
     * Returns a ticket: its work has ended, or counts as ended.
     *
     * @param took the device time that the work took; negative: it was charged more elsewhere
     */
    void done(Ticket ticket, long took, long now) {
        long told = ticket.told;
        GateFlow flow = Objects.requireNonNull(ticket.flow, "a ticket is given back once");
        long more = took - ticket.charged;
        flow.prepays(Math.max(0, -more));
        long measured = flow.due(Math.max(0, more));
        turns.ended(flow, ticket, now);
        flow.inFlight -= ticket.commands;
        flow.vm.done(ticket, took, measured, settings);
        inFlight.remove(ticket, now);
        count(flow, measured, now);
        scheduler.done(flow, told, measured, now);
    }

    void count(GateFlow flow, long measured, long now) {
        used += measured;
        flow.vm.used += measured;
        look(flow.vm, now);
    }

    /**
     * Returns the tickets of a session that ended or moved, and thus will not report the end of its
     * work. Work without a report for the stall time counts as having run until its last report.
     * All work without a report may have run for the stall time together.
     */
    void abandon(List<Ticket> tickets, long now) {
        long unreported = settings.stall();
        for (Ticket ticket : tickets) {
            if (ticket.flow != null) {
                turns.chargeUntold(ticket.flow, settings.stall(), now);
            }
            long ran = inFlight.ran(ticket, settings.stall(), now);
            long believed = Math.min(ticket.estimate, ran + unreported);
            long charged = Math.max(believed, ran);
            unreported -= charged - ran;
            done(ticket, charged, now);
        }
    }

    /**
     * Returns the ticket of work that goes on at another device; returns the time that it is
     * charged here, during which the device reported it as running.
     */
    long travels(Ticket ticket, long now) {
        long charged = Math.max(ticket.charged, inFlight.reported(ticket));
        done(ticket, charged, now);
        return charged;
    }

    /**
     * Counts commands whose work has begun at another device and goes on at this one. The scheduler
     * hears of them as of a command that waited and went.
     */
    Ticket arrives(GateFlow flow, int commands, long estimate, long now) {
        long given = flow.granted(estimate);
        scheduler.waits(flow, now);
        flow.inFlight += commands;
        flow.vm.sends(commands, given);
        Ticket ticket = inFlight.add(flow, given, estimate, now);
        inFlight.addTo(ticket, commands - 1, 0);
        ticket.room(0);
        look(flow.vm, now);
        scheduler.granted(flow, given, now);
        turns.joins(flow, ticket, now);
        return ticket;
    }

    /**
     * Charges device time that was used without a ticket. The scheduler hears of it as of a command
     * that waited, went and ended; while another command of the flow waits, it hears of it later.
     */
    void charge(GateFlow flow, long measured, long now) {
        flow.vm.charge(measured);
        count(flow, measured, now);
        flow.owed += measured;
        if (!flow.waiting) {
            tellOwed(flow, now);
        }
    }

    private void tellOwed(GateFlow flow, long now) {
        long owed = flow.owed;
        if (owed != 0) {
            flow.owed = 0;
            scheduler.waits(flow, now);
            tell(flow, 0, owed, now);
        }
    }

    /** Tells the scheduler of device time that a flow, for which it waits, has used or will use. */
    void tell(GateFlow flow, long estimate, long measured, long now) {
        flow.inFlight++;
        scheduler.granted(flow, estimate, now);
        flow.inFlight--;
        scheduler.done(flow, estimate, measured, now);
    }

    /** Notes that the device is executing a command's work. */
    void heardOf(Ticket ticket, long now) {
        GateFlow flow = ticket.flow;
        if (ticket.stalled && flow != null) {
            inFlight.countAgain(ticket, now);
            flow.vm.countAgain(ticket);
            turns.countsAgain(flow, ticket, now);
            look(flow.vm, now);
        } else if (ticket.held && flow != null) {
            ticket.silent = 0;
            turns.runsThough(flow, now);
        }
        ticket.heardAt = now;
        ticket.heardOf = true;
    }

    /** Withdraws a waiting command or an uncollected ticket. */
    void giveUp(GateFlow flow, long now) {
        if (flow.asks) {
            flow.asks = false;
            if (flow.lasting == null) {
                stopWaiting(flow, now);
            }
        }
        Ticket unused = flow.takeGranted();
        if (unused != null) {
            done(unused, 0, now);
        }
    }

    /** Ends the wait of a flow without a grant. */
    void stopWaiting(GateFlow flow, long now) {
        waiting.remove(flow);
        look(flow.vm, now);
        scheduler.withdrawn(flow, now);
        tellOwed(flow, now);
    }

    /** Notes how much device time work at the device has taken so far. */
    void spent(Ticket ticket, long nanos, long now) {
        GateFlow flow = ticket.flow;
        if (flow != null) {
            turns.spent(flow, ticket, nanos, now);
        }
    }

    /** Reconsiders all VMs because one of their limits may have changed. */
    void lookAtAll(long now) {
        for (GateFlow flow = waiting.first(); flow != null; flow = flow.after) {
            waiting.look(flow.vm, now);
            scheduler.mayChanged(flow.tenant());
        }
    }

    /** Switches to another scheduler and replays the present state to it. */
    void useScheduler(Scheduler next, Set<GateFlow> flows, long now) {
        scheduler = next;
        for (GateFlow flow : flows) {
            flow.note(null);
            next.joined(flow, now);
        }
        for (Ticket ticket = inFlight.oldest(); ticket != null; ticket = ticket.newer) {
            replay(ticket, now);
        }
        for (Ticket ticket : inFlight.stalled()) {
            replay(ticket, now);
        }
        for (GateFlow flow : flows) {
            for (Ticket ticket : flow.heldTickets) {
                replay(ticket, now);
            }
        }
        for (GateFlow flow = waiting.first(); flow != null; flow = flow.after) {
            next.waits(flow, now);
        }
    }

    private void replay(Ticket ticket, long now) {
        GateFlow flow = ticket.flow;
        if (flow != null) {
            scheduler.waits(flow, now);
            scheduler.granted(flow, ticket.paid, now);
            ticket.told = ticket.paid;
        }
    }

    /**
     * Stops counting work that should be running but is not. It may be blocked on an event, a host
     * function or another stream that depends on commands waiting at this gate; counting it could
     * deadlock the gate. Or the server cannot report because the guest does not read its replies.
     */
    private void setStalledAside(long now) {
        Ticket ticket = inFlight.firstStalled(settings.stall(), now);
        while (ticket != null) {
            GateFlow flow = Objects.requireNonNull(ticket.flow);
            turns.ended(flow, ticket, now);
            flow.vm.stall(ticket, now);
            inFlight.setAside(ticket, now);
            look(flow.vm, now);
            ticket = inFlight.firstStalled(settings.stall(), now);
        }
    }

    private long roomAt(long now) {
        return inFlight.count() < settings.commands()
                ? inFlight.belowAt(settings.slice(), now)
                : Long.MAX_VALUE;
    }

    private void grant(GateFlow flow, long now) {
        long given = flow.granted(flow.head);
        flow.asks = false;
        if (flow.lasting == null) {
            waiting.remove(flow);
        }
        flow.inFlight++;
        long patience = flow.vm.leastPatience(settings, flow.canBeHeld());
        flow.vm.sends(1, given);
        Ticket ticket = inFlight.add(flow, given, flow.head, now);
        ticket.patience = patience;
        ticket.room(flow.vm.mayJoin(settings, inFlight.count()));
        flow.granted = ticket;
        look(flow.vm, now);
        scheduler.granted(flow, given, now);
        if (flow.waiting) {
            scheduler.waits(flow, now); // for the next slice of its kernel
        } else {
            tellOwed(flow, now);
        }
    }

    void look(GateVm vm, long now) {
        if (waiting.look(vm, now)) {
            scheduler.mayChanged(vm.tenant());
        }
    }
}
