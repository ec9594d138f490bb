package dev.hira.policy.gate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.policy.Alarm;
import dev.hira.policy.NanoClock;
import dev.hira.policy.schedule.Scheduler;
import dev.hira.policy.schedule.Tenant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way to one device: lets commands go, a bounded amount of estimated work at a time, in the
 * order that a scheduler says.
 *
 * <p>Commands leave in the order of the device's own queue, so whatever is ahead in it cannot be
 * overtaken by anybody. Therefore little is: commands are let go while less than a slice of work is
 * left there by the estimates. The last one may be long, so a newcomer waits for a slice and one
 * kernel at most. What runs counts only with what is left of it, so the next kernel goes out a
 * slice before a long one ends, and the device does not wait for the router.
 *
 * <p>No thread waits here and nothing is polled: sessions are resumed by whatever made room for
 * them, the end of some work or one alarm at the earliest time at which a decision may change.
 */
public final class DeviceGate {
    /**
     * The device time that commands may take together which share a ticket. They go without being
     * asked for, so it is as little as a short kernel.
     */
    static final long SHARED = 50_000;

    /** How many VMs without sessions are remembered, whether they owe something or not. */
    private static final int MOST_IDLE = 10_000;

    private final String device;
    private final NanoClock clock;
    private final Alarm alarm;
    private final GateSettings settings;
    private final Runnable onAlarm = this::rung;

    @GuardedBy("this")
    private final Map<String, GateVm> vms = new HashMap<>();

    @GuardedBy("this")
    private final Set<GateFlow> flows = new LinkedHashSet<>();

    @GuardedBy("this")
    private final InFlight inFlight;

    @GuardedBy("this")
    private final Waiting waiting;

    @GuardedBy("this")
    private final Leftovers leftovers;

    @GuardedBy("this")
    private Scheduler scheduler;

    @GuardedBy("this")
    private long used;

    /** The earliest alarm that is set; {@link Long#MAX_VALUE}: none is. */
    @GuardedBy("this")
    private long armedAt = Long.MAX_VALUE;

    public DeviceGate(
            String device,
            GateSettings settings,
            NanoClock clock,
            Alarm alarm,
            Scheduler scheduler) {
        this.device = device;
        this.settings = settings;
        this.clock = clock;
        this.alarm = alarm;
        this.scheduler = scheduler;
        this.inFlight = new InFlight(settings.width());
        this.waiting = new Waiting(inFlight);
        this.leftovers = new Leftovers(settings.width());
    }

    /**
     * Takes a session.
     *
     * @param task what the guest says that the session is part of
     * @param resume is called, without locks, when the command that waits may go: {@link #ask} then
     *     says yes; must not ask itself before it returns
     */
    public synchronized GateFlow join(Tenant tenant, String task, Runnable resume) {
        GateVm vm = vms.computeIfAbsent(tenant.name(), _ -> new GateVm(tenant, clock));
        vm.join(tenant);
        GateFlow flow = new GateFlow(vm, task, resume);
        flows.add(flow);
        scheduler.joined(flow, clock.nanoTime());
        return flow;
    }

    /**
     * The session ended. What it has at the device is taken for done, until others wait for it. Its
     * estimates are believed for as long only as work is that nothing is heard of.
     */
    public void leave(GateFlow flow, List<Ticket> held) {
        synchronized (this) {
            if (flow.gone) {
                return;
            }
            giveUp(flow);
            long now = clock.nanoTime();
            for (Ticket ticket : held) {
                leftovers.left(flow.vm, ticket);
                long running = inFlight.isRunning(ticket) ? now - ticket.startedAt : 0;
                long believed = Math.min(ticket.estimate, settings.stall());
                finish(ticket, Math.max(believed, running), now);
            }
            flow.gone = true;
            flows.remove(flow);
            scheduler.left(flow, now);
            flow.vm.flows--;
            if (flow.vm.flows == 0 && vms.size() > MOST_IDLE) {
                vms.values().removeIf(vm -> vm.isForgettable(now));
            }
        }
        goOn();
    }

    /**
     * Asks to send a command to the device, or again whether one may go that had to wait.
     *
     * @param estimate the device time that it will take
     * @param known whether the estimate comes from experience
     * @return the permission; null: not now, the session is resumed when it may
     */
    public @Nullable Ticket ask(GateFlow flow, long estimate, boolean known) {
        GateFlow next;
        synchronized (this) {
            long now = clock.nanoTime();
            if (flow.granted == null && !flow.waiting) {
                begin(flow, estimate, known, now);
            }
            next = nextToGo(flow, now);
            if (next == null) {
                return flow.takeGranted();
            }
        }
        resume(next, flow);
        synchronized (this) {
            return flow.takeGranted();
        }
    }

    /**
     * Commands share a ticket that had {@link Ticket#hasRoomFor room} for them.
     *
     * @param others how many, beside those that were told of before
     * @param nanos the device time that they are estimated to take
     */
    public synchronized void share(Ticket ticket, int others, long nanos) {
        GateFlow flow = Objects.requireNonNull(ticket.flow, "the ticket was given back");
        inFlight.share(ticket, others, nanos);
        flow.vm.shares(ticket, others, nanos);
        flow.inFlight += others;
        ticket.room(0);
    }

    /** The command that waits, or was let go without being fetched, does not want to go now. */
    public void withdraw(GateFlow flow) {
        synchronized (this) {
            giveUp(flow);
        }
        goOn();
    }

    /** The device is at a command's work right now. */
    public synchronized void heardOf(Ticket ticket) {
        ticket.heardAt = clock.nanoTime();
    }

    /**
     * A command's work has ended.
     *
     * @param measured the device time that it took
     */
    public void done(Ticket ticket, long measured) {
        GateFlow next;
        synchronized (this) {
            long now = clock.nanoTime();
            leftovers.next(ticket, measured, now);
            finish(ticket, measured, now);
            next = nextToGo(null, now);
        }
        resume(next, null);
    }

    /** Device time was used for which nobody had asked here. */
    public synchronized void charge(GateFlow flow, long measured) {
        long now = clock.nanoTime();
        if (!flow.gone && !flow.waiting) {
            flow.head = 0;
            flow.waiting = true;
            scheduler.waits(flow, now);
            flow.waiting = false;
            flow.vm.granted(0, true);
            flow.inFlight++;
            scheduler.granted(flow, 0, now);
            finish(inFlight.add(flow, 0, true, now), measured, now);
        }
    }

    /** Something outside changed that decisions depend on, such as a cap. */
    public void changed() {
        goOn();
    }

    /** Has another scheduler decide from now on. What the former one knew is forgotten. */
    public void use(Scheduler next) {
        synchronized (this) {
            long now = clock.nanoTime();
            scheduler = next;
            for (GateFlow flow : flows) {
                flow.note(null);
                next.joined(flow, now);
            }
            for (Ticket t = inFlight.oldest(); t != null; t = t.newer) {
                GateFlow flow = t.flow;
                if (flow != null) {
                    next.waits(flow, now);
                    next.granted(flow, t.estimate, now);
                    t.told = t.estimate;
                }
            }
            for (Ticket t : inFlight.stalled()) {
                GateFlow flow = Objects.requireNonNull(t.flow);
                next.waits(flow, now);
                next.granted(flow, t.estimate, now);
                t.told = t.estimate;
            }
            for (int i = 0; i < waiting.count(); i++) {
                next.waits(waiting.at(i), now);
            }
        }
        goOn();
    }

    public synchronized DeviceUse use() {
        List<DeviceUse.VmUse> parts = new ArrayList<>();
        for (GateVm vm : vms.values()) {
            parts.add(new DeviceUse.VmUse(vm.tenant().name(), vm.used, vm.inFlight, vm.waiting));
        }
        parts.sort(Comparator.comparing(DeviceUse.VmUse::vm));
        return new DeviceUse(
                device, scheduler.name(), used, inFlight.count(), waiting.count(), parts);
    }

    private void rung() {
        synchronized (this) {
            if (armedAt <= clock.nanoTime()) {
                armedAt = Long.MAX_VALUE;
            }
        }
        goOn();
    }

    /** Lets go whatever may, and resumes its sessions. */
    private void goOn() {
        GateFlow next;
        synchronized (this) {
            next = nextToGo(null, clock.nanoTime());
        }
        resume(next, null);
    }

    /**
     * Resumes a session, and whoever may go then.
     *
     * @param present someone who is here himself and need not be resumed
     */
    private void resume(@Nullable GateFlow first, @Nullable GateFlow present) {
        GateFlow next = first;
        while (next != null) {
            next.resume.run();
            synchronized (this) {
                next = nextToGo(present, clock.nanoTime());
            }
        }
    }

    /** Lets one go who has to be resumed, and whoever is present before him; null: nobody. */
    @GuardedBy("this")
    private @Nullable GateFlow nextToGo(@Nullable GateFlow present, long now) {
        while (!waiting.isEmpty()) {
            GateFlow next = letOneGo(now);
            if (next != present || next == null) {
                return next;
            }
        }
        return null;
    }

    @GuardedBy("this")
    private void begin(GateFlow flow, long estimate, boolean known, long now) {
        flow.waiting = true;
        flow.capped = false;
        flow.known = known;
        flow.head = estimate;
        flow.since = now;
        flow.vm.waiting++;
        waiting.add(flow);
        scheduler.waits(flow, now);
    }

    @GuardedBy("this")
    private @Nullable GateFlow letOneGo(long now) {
        setStalledAside(now);
        arm(inFlight.nextStalledAt(settings.stall()));
        long roomAt = roomAt(now);
        if (roomAt > now) {
            arm(roomAt);
            return null;
        }
        long wake = waiting.sift(settings, now);
        if (waiting.size() == 0) {
            arm(wake);
            return null;
        }
        GateFlow picked = (GateFlow) scheduler.pick(waiting, now);
        if (picked == null) {
            arm(Math.min(wake, scheduler.wakeAt(now)));
            return null;
        }
        grant(picked, now);
        return picked;
    }

    /**
     * What the device is not at though it should be may be waiting for an event, a host function or
     * another stream, and what it waits for may be behind commands that wait here. Or the server
     * cannot tell, because the guest does not take its answers. So it counts no more.
     */
    @GuardedBy("this")
    private void setStalledAside(long now) {
        Ticket ticket = inFlight.firstStalled(settings.stall(), now);
        while (ticket != null) {
            Objects.requireNonNull(ticket.flow).vm.stall(ticket, now);
            inFlight.setAside(ticket, now);
            ticket = inFlight.firstStalled(settings.stall(), now);
        }
    }

    @GuardedBy("this")
    private long roomAt(long now) {
        if (inFlight.count() >= settings.commands()) {
            return Long.MAX_VALUE;
        }
        return inFlight.count() < settings.width() ? now : inFlight.belowAt(settings.slice(), now);
    }

    @GuardedBy("this")
    private void grant(GateFlow flow, long now) {
        waiting.remove(flow);
        flow.waiting = false;
        flow.vm.waiting--;
        flow.inFlight++;
        flow.vm.granted(flow.head, flow.known);
        Ticket ticket = inFlight.add(flow, flow.head, flow.known, now);
        ticket.room(flow.vm.mayShare(flow.known, settings, inFlight.count(), now));
        flow.granted = ticket;
        scheduler.granted(flow, flow.head, now);
    }

    @GuardedBy("this")
    private void finish(Ticket ticket, long measured, long now) {
        long told = ticket.told;
        GateFlow flow = Objects.requireNonNull(ticket.flow, "a ticket is given back once");
        flow.inFlight -= ticket.commands;
        long charged = measured + flow.vm.takeOwed();
        flow.vm.done(ticket, charged, settings, now);
        inFlight.remove(ticket, now);
        used += charged;
        scheduler.done(flow, told, charged, now);
    }

    @GuardedBy("this")
    private void giveUp(GateFlow flow) {
        long now = clock.nanoTime();
        if (flow.waiting) {
            waiting.remove(flow);
            flow.waiting = false;
            flow.vm.waiting--;
            scheduler.withdrawn(flow, now);
        }
        Ticket unused = flow.takeGranted();
        if (unused != null) {
            finish(unused, 0, now);
        }
    }

    @GuardedBy("this")
    private void arm(long at) {
        if (at < armedAt) {
            armedAt = at;
            alarm.at(at, onAlarm);
        }
    }
}
