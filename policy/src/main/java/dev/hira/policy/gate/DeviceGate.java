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
    private final Runnable onAlarm = this::rung;

    @GuardedBy("this")
    private final Map<String, GateVm> vms = new HashMap<>();

    @GuardedBy("this")
    private final Set<GateFlow> flows = new LinkedHashSet<>();

    @GuardedBy("this")
    private final GateDecision turnstile;

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
        this.clock = clock;
        this.alarm = alarm;
        this.turnstile = new GateDecision(settings, scheduler);
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
        turnstile.scheduler().joined(flow, clock.nanoTime());
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
            long now = clock.nanoTime();
            turnstile.giveUp(flow, now);
            for (Ticket ticket : held) {
                turnstile.abandon(ticket, now);
            }
            flow.gone = true;
            flows.remove(flow);
            turnstile.scheduler().left(flow, now);
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
     * @return the permission; null: not now, the session is resumed when it may
     */
    public @Nullable Ticket ask(GateFlow flow, long estimate) {
        GateFlow next;
        synchronized (this) {
            long now = clock.nanoTime();
            if (flow.granted == null && !flow.waiting) {
                turnstile.begin(flow, estimate, now);
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
        turnstile.share(ticket, others, nanos, clock.nanoTime());
    }

    /** The command that waits, or was let go without being fetched, does not want to go now. */
    public void withdraw(GateFlow flow) {
        synchronized (this) {
            turnstile.giveUp(flow, clock.nanoTime());
        }
        goOn();
    }

    /** The device is at a command's work right now. */
    public synchronized void heardOf(Ticket ticket) {
        turnstile.heardOf(ticket, clock.nanoTime());
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
            turnstile.done(ticket, measured, now);
            next = nextToGo(null, now);
        }
        resume(next, null);
    }

    /** Device time was used for which nobody had asked here. */
    public synchronized void charge(GateFlow flow, long measured) {
        if (!flow.gone && !flow.waiting) {
            turnstile.charge(flow, measured, clock.nanoTime());
        }
    }

    /** Something outside changed that decisions depend on, such as a cap. */
    public void changed() {
        synchronized (this) {
            turnstile.lookAtAll(clock.nanoTime());
        }
        goOn();
    }

    /** Has another scheduler decide from now on. What the former one knew is forgotten. */
    public void use(Scheduler next) {
        synchronized (this) {
            turnstile.use(next, flows, clock.nanoTime());
        }
        goOn();
    }

    /** What {@link Scheduler#strain} says. */
    public synchronized int strain() {
        return turnstile.scheduler().strain();
    }

    public synchronized DeviceUse use() {
        List<DeviceUse.VmUse> parts = new ArrayList<>();
        for (GateVm vm : vms.values()) {
            parts.add(new DeviceUse.VmUse(vm.tenant().name(), vm.used, vm.inFlight, vm.waiting));
        }
        parts.sort(Comparator.comparing(DeviceUse.VmUse::vm));
        return new DeviceUse(
                device,
                turnstile.scheduler().name(),
                turnstile.used(),
                turnstile.inFlight(),
                turnstile.waiting(),
                parts);
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
        GateFlow next = turnstile.letOneGo(now);
        while (next != null && next == present) {
            next = turnstile.letOneGo(now);
        }
        arm(turnstile.askAgainAt());
        return next;
    }

    @GuardedBy("this")
    private void arm(long at) {
        if (at < armedAt) {
            armedAt = at;
            alarm.at(at, onAlarm);
        }
    }
}
