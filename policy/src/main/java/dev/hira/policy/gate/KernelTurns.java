package dev.hira.policy.gate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The turns of long kernels at a device that can hold kernels. A kernel gets its device time in
 * slices. While other flows want the device too, it waits for its next slice as a command would,
 * and the scheduler chooses among both. A kernel that has used up its time without having been
 * given more is held as long as other work is at the device. A kernel that has the device for
 * itself is charged with each report, and for the rest when another flow arrives. Guarded by the
 * gate's lock.
 */
final class KernelTurns {
    /** Time after which a command goes beside the kernel of its session in any case. */
    private static final long PATIENCE = 100_000_000;

    /**
     * Time after the beginning of a hold from which a report that the work runs counts: an earlier
     * one may have been made before the server got to know of the hold.
     */
    private static final long OBEYS_AFTER = 40_000_000;

    /** Time before the device would idle at which the next slice of a kernel begins. */
    private static final long LEAD = 300_000;

    private final GateDecision decision;
    private final DeviceInFlight inFlight;
    private final WaitingFlows waiting;
    private final long slice;
    private final List<GateFlow> held = new ArrayList<>();
    private final Queue<GateFlow> turned = new ArrayDeque<>();

    /** Number of flows with a kernel that competes. */
    private int competing;

    /** Time since which the device has had nothing but held kernels; {@link Long#MAX_VALUE}. */
    private long idleSince = Long.MAX_VALUE;

    KernelTurns(GateDecision decision, DeviceInFlight inFlight, WaitingFlows waiting, long slice) {
        this.decision = decision;
        this.inFlight = inFlight;
        this.waiting = waiting;
        this.slice = slice;
    }

    /** Returns the next flow whose session must learn whether its kernels are held; null: none. */
    @Nullable GateFlow nextTurned() {
        return turned.poll();
    }

    /** Whether {@link #nextTurned} has a flow. */
    boolean hasTurned() {
        return !turned.isEmpty();
    }

    /**
     * Makes the long kernels that run compete for the device if another flow wants it, and no
     * longer if none does.
     *
     * @param newcomer a flow that is about to wait; null: none is
     */
    void compete(@Nullable GateFlow newcomer, long now) {
        if (now < inFlight.longAt() && competing == 0) {
            return;
        }
        for (int i = 0; i < held.size(); i++) {
            if (now - held.get(i).heldAt >= PATIENCE) {
                chargeUntold(held.get(i), slice, now);
            }
        }
        Ticket end = inFlight.firstQueued();
        Ticket ticket = inFlight.oldest();
        while (ticket != null && ticket != end) {
            Ticket newer = ticket.newer;
            GateFlow flow = ticket.flow;
            if (flow != null && flow.canBeHeld()) {
                compete(flow, ticket, isWanted(flow, newcomer), now);
            }
            ticket = newer;
        }
        inFlight.lookForLong(now);
    }

    /** Whether a kernel at the device competes, or will once it has run a slice too long. */
    boolean areNeeded() {
        if (competing != 0) {
            return true;
        }
        Ticket end =
                inFlight.longAt() == Long.MAX_VALUE ? inFlight.oldest() : inFlight.firstQueued();
        for (Ticket t = inFlight.oldest(); t != null && t != end; t = t.newer) {
            GateFlow flow = t.flow;
            if (flow != null
                    && flow.canBeHeld()
                    && (flow.vm.hasCap() || inFlight.hasOthers(flow))) {
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("ReferenceEquality") // flows have identity only
    private boolean isWanted(GateFlow flow, @Nullable GateFlow newcomer) {
        return flow.vm.hasCap()
                || (newcomer != null && newcomer != flow)
                || waiting.count() > (flow.waiting ? 1 : 0)
                || inFlight.hasOthers(flow);
    }

    @SuppressWarnings("ReferenceEquality")
    private void compete(GateFlow flow, Ticket ticket, boolean wanted, long now) {
        boolean isLong = ticket.lasts || now - ticket.usedUpAt() >= slice;
        if (!wanted && flow.lasting == ticket) {
            rests(flow, ticket, now);
        } else if (wanted && isLong && flow.lasting == null) {
            begins(flow, ticket, now);
        }
    }

    private void begins(GateFlow flow, Ticket ticket, long now) {
        charge(flow, ticket, Math.min(inFlight.ran(ticket, now), ticket.reported + slice), now);
        ticket.lasts = true;
        ticket.competes = true;
        flow.lasting = ticket;
        flow.vm.lasting++;
        competing++;
        if (flow.waiting) {
            waiting.remove(flow);
            waiting.addInOrder(flow);
            decision.look(flow.vm, now);
            decision.scheduler().mayChanged(flow.tenant());
        } else {
            flow.since = now;
            waiting.addInOrder(flow);
            decision.look(flow.vm, now);
            decision.scheduler().waits(flow, now);
        }
    }

    /** Ends the wait for the next slice. */
    private void rests(GateFlow flow, Ticket ticket, long now) {
        ticket.competes = false;
        flow.lasting = null;
        flow.vm.lasting--;
        competing--;
        if (flow.asks) {
            waiting.remove(flow);
            waiting.addInOrder(flow);
            decision.look(flow.vm, now);
            decision.scheduler().mayChanged(flow.tenant());
        } else {
            decision.stopWaiting(flow, now);
        }
    }

    /** Charges what a kernel has not paid yet of this much device time. */
    private void charge(GateFlow flow, Ticket ticket, long nanos, long now) {
        long more = Math.max(0, nanos - ticket.paid - ticket.charged);
        ticket.charged += more;
        long due = flow.due(more);
        if (due > 0) {
            flow.vm.charge(due);
            if (!flow.waiting) {
                decision.scheduler().waits(flow, now);
            }
            long owed = flow.owed;
            flow.owed = 0;
            decision.tell(flow, due, due + owed, now);
            if (flow.waiting) {
                decision.scheduler().waits(flow, now);
            }
            decision.count(flow, due, now);
        }
    }

    /**
     * Returns the time at which the picked flow may go. The next slice of a kernel begins when the
     * present one is nearly over or, if the kernel is held, when the device has next to nothing
     * else to do: it would run beside what is there. It may do so beside kernels that end soon.
     */
    long mayGoAt(GateFlow flow, long now) {
        Ticket ticket = flow.lasting;
        if (ticket == null) {
            return now;
        }
        return !ticket.held && inFlight.isRunning(ticket)
                ? Math.max(now, ticket.usedUpAt() - LEAD)
                : inFlight.belowAt(inFlight.endsWithin(slice, now) ? slice : LEAD, now);
    }

    /** Whether the picked flow is that of a kernel that has been given its next slice already. */
    boolean hasSlice(GateFlow flow, long now) {
        Ticket ticket = flow.lasting;
        return ticket != null && !ticket.held && ticket.given - inFlight.ran(ticket, now) >= slice;
    }

    /**
     * Whether the next command of a flow may go to the device beside its kernel, which may wait for
     * it: a short one with each slice of the kernel, in its turn; any one after some time.
     */
    boolean mayFollow(GateFlow flow, Ticket ticket, long now) {
        long own = inFlight.isRunning(ticket) ? 0 : ticket.toDo();
        return flow.asks
                && flow.vm.mayGo()
                && flow.queued - own < slice
                && (now - flow.since >= PATIENCE
                        || (flow.head <= LEAD && !waiting.anyAskedBefore(flow)));
    }

    /**
     * Notes how much device time the work of a ticket has taken, and charges it; 0: it is not known
     * yet.
     */
    void spent(GateFlow flow, Ticket ticket, long nanos, long now) {
        flow.isHoldTold |= ticket.held;
        if (nanos == 0) {
            return;
        }
        inFlight.spent(ticket, nanos, now);
        if (flow.canBeHeld() && !ticket.stalled) {
            charge(flow, ticket, nanos, now);
            boolean isQueued = !ticket.held && !inFlight.isRunning(ticket);
            if (isQueued && nanos - ticket.estimate >= slice) {
                inFlight.startBeside(ticket, now);
                leads(flow, now);
            }
        }
    }

    /** Gives a kernel its next slice, for which the flow was picked. */
    void goesOn(GateFlow flow, Ticket ticket, long now) {
        if (ticket.held) {
            letGo(flow, now);
        }
        long until = inFlight.ran(ticket, now) + slice;
        charge(flow, ticket, until, now);
        inFlight.give(ticket, until);
    }

    /**
     * Holds a kernel that has used up its time while other work is at the device.
     *
     * @return whether there was one, so that others may go now
     */
    boolean holdNext(long now) {
        Ticket end = inFlight.firstQueued();
        for (Ticket t = inFlight.oldest(); t != null && t != end; t = t.newer) {
            GateFlow flow = t.flow;
            if (flow != null
                    && t.competes
                    && now >= t.usedUpAt()
                    && (inFlight.leftOfOthers(flow, now) > LEAD || !flow.vm.mayGoOn())) {
                hold(flow, now);
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("ReferenceEquality")
    private void hold(GateFlow flow, long now) {
        Ticket ticket = inFlight.oldest();
        while (ticket != null) {
            Ticket newer = ticket.newer;
            if (ticket.flow == flow) {
                flow.heldTickets.add(ticket);
                inFlight.hold(ticket, now);
            }
            ticket = newer;
        }
        held.add(flow);
        flow.heldAt = now;
        flow.isHoldTold = false;
        turn(flow, true);
    }

    private void turn(GateFlow flow, boolean hold) {
        flow.held(hold);
        turned.add(flow);
    }

    /**
     * Charges time since a hold that the device has not confirmed: a session that does not read its
     * answers may keep its server from reading the order. The device has nothing to confirm for
     * work that has not begun.
     *
     * @param most the most time that is charged
     */
    void chargeUntold(GateFlow flow, long most, long now) {
        Ticket ticket = flow.lasting;
        if (ticket == null || !ticket.held || flow.isHoldTold) {
            return;
        }
        flow.isHoldTold = true;
        if (ticket.heardOf || ticket.reported > 0) {
            ticket.ranBefore += Math.min(most, now - flow.heldAt);
            charge(flow, ticket, ticket.ranBefore, now);
        }
    }

    /** Notes that work has come to the device without having been granted. */
    void joins(GateFlow flow, Ticket ticket, long now) {
        if (flow.isHeld()) {
            flow.heldTickets.add(ticket);
            inFlight.hold(ticket, now);
        }
    }

    /** Notes that a ticket that was set aside counts again. */
    void countsAgain(GateFlow flow, Ticket ticket, long now) {
        if (flow.isHeld()) {
            joins(flow, ticket, now);
            runsThough(flow, now);
        } else {
            leads(flow, now);
        }
    }

    /** Keeps the kernel that competes for a flow before the flow's others. */
    private void leads(GateFlow flow, long now) {
        Ticket lasting = flow.lasting;
        if (lasting != null && !lasting.held && !inFlight.isRunning(lasting)) {
            inFlight.startBeside(lasting, now);
        }
    }

    /** Notes a report that the held work of a flow runs. */
    void runsThough(GateFlow flow, long now) {
        if (now - flow.heldAt >= OBEYS_AFTER) {
            letGo(flow, now);
        }
    }

    /** Lets the held kernels of a flow go on. */
    void letGo(GateFlow flow, long now) {
        held.remove(flow);
        Ticket lasting = flow.lasting;
        if (lasting != null && flow.heldTickets.remove(lasting)) {
            flow.heldTickets.add(0, lasting);
        }
        for (int i = 0; i < flow.heldTickets.size(); i++) {
            inFlight.letGo(flow.heldTickets.get(i), now);
        }
        flow.heldTickets.clear();
        turn(flow, false);
    }

    /** Notes that a ticket is about to be given back or set aside. */
    @SuppressWarnings("ReferenceEquality")
    void ended(GateFlow flow, Ticket ticket, long now) {
        boolean lasted = flow.lasting == ticket;
        if (ticket.held && lasted) {
            letGo(flow, now);
        } else if (ticket.held) {
            flow.heldTickets.remove(ticket);
        }
        if (lasted) {
            rests(flow, ticket, now);
        }
    }

    /** Returns the time at which a running kernel turns out to need more than one slice. */
    private long longAt(Ticket ticket) {
        GateFlow flow = ticket.flow;
        return flow == null || !flow.canBeHeld() || flow.lasting != null
                ? Long.MAX_VALUE
                : ticket.usedUpAt() + slice;
    }

    /**
     * Returns the time at which the next kernel will have used up its time. A device that has had
     * only held kernels for a slice gets one of these kernels back, whatever the scheduler waits
     * for.
     */
    long wakeAt(long now) {
        if (inFlight.count() == 0 && !held.isEmpty()) {
            return idleUntil(now);
        }
        idleSince = Long.MAX_VALUE;
        long at = Long.MAX_VALUE;
        Ticket end = inFlight.firstQueued();
        for (Ticket t = inFlight.oldest(); t != null && t != end; t = t.newer) {
            long next = t.competes ? t.usedUpAt() : longAt(t);
            at = next > now ? Math.min(at, next) : at;
        }
        return at;
    }

    private @Nullable GateFlow firstUncapped() {
        for (int i = 0; i < held.size(); i++) {
            if (held.get(i).vm.mayGoOn()) {
                return held.get(i);
            }
        }
        return null;
    }

    private long idleUntil(long now) {
        if (idleSince == Long.MAX_VALUE) {
            idleSince = now;
        }
        if (now - idleSince >= slice) {
            idleSince = Long.MAX_VALUE;
            GateFlow next = firstUncapped();
            if (next != null) {
                letGo(next, now);
                return now + slice; // to look whether it runs
            }
            return Long.MAX_VALUE;
        }
        return idleSince + slice;
    }
}
