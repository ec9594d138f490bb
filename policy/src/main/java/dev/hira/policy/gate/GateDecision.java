package dev.hira.policy.gate;

import dev.hira.policy.schedule.Scheduler;
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
    private Scheduler scheduler;
    private long used;
    private long askAgainAt = Long.MAX_VALUE;

    GateDecision(GateSettings settings, Scheduler scheduler) {
        this.settings = settings;
        this.scheduler = scheduler;
        this.inFlight = new DeviceInFlight(settings.width());
        this.waiting = new WaitingFlows(inFlight, settings);
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

    /** Starts the wait of a flow that wants to send a command. */
    void begin(GateFlow flow, long estimate, long now) {
        flow.head = estimate;
        flow.since = now;
        waiting.add(flow);
        look(flow.vm, now);
        scheduler.waits(flow, now);
    }

    /** Lets one command go; returns its flow, or null when none may go now. */
    @Nullable GateFlow letOneGo(long now) {
        askAgainAt = Long.MAX_VALUE;
        if (waiting.isEmpty()) {
            return null;
        }
        setStalledAside(now);
        askAgainAt = inFlight.nextStalledAt(settings.stall(), now);
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
        } else {
            grant(picked, now);
        }
        return picked;
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

    /** Returns a ticket: its work has ended, or counts as ended. */
    void done(Ticket ticket, long measured, long now) {
        long told = ticket.told;
        GateFlow flow = Objects.requireNonNull(ticket.flow, "a ticket is given back once");
        flow.inFlight -= ticket.commands;
        flow.vm.done(ticket, measured, settings);
        inFlight.remove(ticket, now);
        count(flow, measured, now);
        scheduler.done(flow, told, measured, now);
    }

    private void count(GateFlow flow, long measured, long now) {
        used += measured;
        flow.vm.used += measured;
        look(flow.vm, now);
    }

    /**
     * Returns the ticket of a session that ended or moved, and thus will not report the end of its
     * work. Work without a report for the stall time counts as having run until its last report.
     */
    void abandon(Ticket ticket, long now) {
        long running = inFlight.isRunning(ticket) ? inFlight.ran(ticket, settings.stall(), now) : 0;
        long believed = Math.min(ticket.estimate, settings.stall());
        done(ticket, Math.max(believed, running), now);
    }

    /**
     * Returns the ticket of work that goes on at another device; returns the time that it is
     * charged here, during which the device reported it as running.
     */
    long travels(Ticket ticket, long now) {
        long ran = inFlight.reported(ticket);
        done(ticket, ran, now);
        return ran;
    }

    /**
     * Counts commands whose work has begun at another device and goes on at this one. The scheduler
     * hears of them as of a command that waited and went.
     */
    Ticket arrives(GateFlow flow, int commands, long estimate, long now) {
        scheduler.waits(flow, now);
        flow.inFlight += commands;
        flow.vm.sends(commands, estimate);
        Ticket ticket = inFlight.add(flow, estimate, now);
        inFlight.addTo(ticket, commands - 1, 0);
        ticket.room(0);
        look(flow.vm, now);
        scheduler.granted(flow, estimate, now);
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
        if (owed == 0) {
            return;
        }
        flow.owed = 0;
        scheduler.waits(flow, now);
        flow.inFlight++;
        scheduler.granted(flow, 0, now);
        flow.inFlight--;
        scheduler.done(flow, 0, owed, now);
    }

    /** Notes that the device is executing a command's work. */
    void heardOf(Ticket ticket, long now) {
        GateFlow flow = ticket.flow;
        if (ticket.stalled && flow != null) {
            inFlight.countAgain(ticket, now);
            flow.vm.countAgain(ticket);
        }
        ticket.heardAt = now;
        ticket.heardOf = true;
    }

    /** Withdraws a waiting command or an uncollected ticket. */
    void giveUp(GateFlow flow, long now) {
        if (flow.waiting) {
            waiting.remove(flow);
            look(flow.vm, now);
            scheduler.withdrawn(flow, now);
            tellOwed(flow, now);
        }
        Ticket unused = flow.takeGranted();
        if (unused != null) {
            done(unused, 0, now);
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
        for (GateFlow flow = waiting.first(); flow != null; flow = flow.after) {
            next.waits(flow, now);
        }
    }

    private void replay(Ticket ticket, long now) {
        GateFlow flow = ticket.flow;
        if (flow != null) {
            scheduler.waits(flow, now);
            scheduler.granted(flow, ticket.estimate, now);
            ticket.told = ticket.estimate;
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
            Objects.requireNonNull(ticket.flow).vm.stall(ticket, now);
            inFlight.setAside(ticket, now);
            ticket = inFlight.firstStalled(settings.stall(), now);
        }
    }

    private long roomAt(long now) {
        return inFlight.count() < settings.commands()
                ? inFlight.belowAt(settings.slice(), now)
                : Long.MAX_VALUE;
    }

    private void grant(GateFlow flow, long now) {
        waiting.remove(flow);
        flow.inFlight++;
        flow.vm.sends(1, flow.head);
        Ticket ticket = inFlight.add(flow, flow.head, now);
        ticket.room(flow.vm.mayJoin(settings, inFlight.count()));
        flow.granted = ticket;
        look(flow.vm, now);
        scheduler.granted(flow, flow.head, now);
        tellOwed(flow, now);
    }

    private void look(GateVm vm, long now) {
        if (waiting.look(vm, now)) {
            scheduler.mayChanged(vm.tenant());
        }
    }
}
