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
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The gate of one device: lets commands go in the order of a scheduler, a bounded amount of
 * estimated work at a time.
 *
 * <p>Behind the gate, the device executes commands in an order of its own, which the gate cannot
 * change. The gate therefore keeps the device's queue short: it takes the device for one that runs
 * {@link GateSettings#width} kernels at a time, and lets commands go only while less than a slice
 * of estimated work is left there. (Simulated devices run more kernels at a time, which share the
 * host's cores.) The last of them may be long, so a newcomer waits for at most a slice and one
 * kernel. A running kernel counts only with its remaining time, so the next kernel goes out a slice
 * before a long one ends, and the device does not wait for the router.
 *
 * <p>No thread waits here and nothing is polled: sessions are resumed when work ends, or by one
 * alarm at the earliest time at which a decision may change.
 */
public final class DeviceGate {
    /**
     * Most device time of commands that share one ticket. Sharing bypasses the scheduler, so the
     * limit is as small as a short kernel.
     */
    static final long JOINED_NANOS = 50_000;

    /** Number of VMs beyond which the gate forgets those without sessions and debts. */
    private static final int MOST_IDLE = 10_000;

    /** Most VMs that are forgotten when a session leaves, which makes at most one VM idle. */
    private static final int LOOKS = 2;

    private final String device;
    private final NanoClock clock;
    private final Alarm alarm;
    private final Runnable onAlarm = this::rung;
    private final long slice;

    @GuardedBy("this")
    private final Map<String, GateVm> vms = new HashMap<>();

    /** The VMs without sessions; the next one to look at comes first. */
    @GuardedBy("this")
    private final SequencedSet<GateVm> idle = new LinkedHashSet<>();

    @GuardedBy("this")
    private final Set<GateFlow> flows = new LinkedHashSet<>();

    @GuardedBy("this")
    private final GateDecision decision;

    /** Time of the earliest alarm that is set; {@link Long#MAX_VALUE}: none. */
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
        this.slice = settings.slice();
        this.decision = new GateDecision(settings, scheduler);
    }

    /**
     * Adds a session.
     *
     * @param task the task that the guest says the session belongs to
     * @param resume called without locks when the waiting command may go and {@link #ask} will
     *     grant it, and when {@link GateFlow#isHeld} has changed; must not call {@link #ask} before
     *     it returns
     */
    public GateFlow join(Tenant tenant, String task, Runnable resume) {
        return join(tenant, task, false, resume);
    }

    /**
     * Adds a session.
     *
     * @param holds whether the device can hold the session's kernels
     */
    public synchronized GateFlow join(Tenant tenant, String task, boolean holds, Runnable resume) {
        GateVm vm = vms.computeIfAbsent(tenant.name(), _ -> new GateVm(tenant, clock));
        vm.join(tenant);
        idle.remove(vm);
        long most = holds ? slice : Long.MAX_VALUE;
        GateFlow flow = new GateFlow(vm, task, most, resume);
        flows.add(flow);
        decision.scheduler().joined(flow, clock.nanoTime());
        return flow;
    }

    /**
     * Removes a session that ended, and returns its tickets. Each is charged the time that its work
     * is known to have run. What may have run beside that, as estimated, is charged too, for all of
     * them together up to the stall time.
     */
    public void leave(GateFlow flow, List<Ticket> held) {
        synchronized (this) {
            if (flow.gone) {
                return;
            }
            long now = clock.nanoTime();
            decision.giveUp(flow, now);
            decision.abandon(held, now);
            flow.gone = true;
            flows.remove(flow);
            decision.scheduler().left(flow, now);
            flow.vm.flows--;
            if (flow.vm.flows == 0) {
                idle.add(flow.vm);
                forgetIdle(now);
            }
        }
        grantWaiting();
    }

    /** Forgets VMs that have been idle for long; a VM with debts is looked at again later. */
    @GuardedBy("this")
    private void forgetIdle(long now) {
        for (int i = 0; i < LOOKS && vms.size() > MOST_IDLE && !idle.isEmpty(); i++) {
            GateVm vm = idle.removeFirst();
            if (vm.isForgettable(now)) {
                vms.remove(vm.tenant().name());
            } else {
                idle.add(vm);
            }
        }
    }

    /**
     * Returns the ticket of work that goes on at another device. The session must leave this gate
     * afterwards.
     *
     * @return the device time that the ticket was charged here
     */
    public synchronized long travels(Ticket ticket) {
        return decision.travels(ticket, clock.nanoTime());
    }

    /**
     * Counts work that has begun at another device and goes on at this one, where it needs no
     * permission.
     *
     * @param commands the number of its commands that have not ended
     * @param estimate the device time that it will take here
     */
    public synchronized Ticket arrives(GateFlow flow, int commands, long estimate) {
        return decision.arrives(flow, commands, estimate, clock.nanoTime());
    }

    /**
     * Asks to send a command to the device, or asks again for a command that had to wait.
     *
     * @param estimate the device time that the command will take
     * @return the permission; null: not now, the session is resumed when the command may go
     */
    public @Nullable Ticket ask(GateFlow flow, long estimate) {
        GateFlow next;
        synchronized (this) {
            long now = clock.nanoTime();
            if (flow.granted == null && !flow.asks) {
                decision.begin(flow, estimate, now);
            }
            next = nextToGo(flow, now);
            if (next == null && !decision.hasTurned()) {
                return flow.takeGranted();
            }
        }
        resume(next, flow);
        synchronized (this) {
            return flow.takeGranted();
        }
    }

    /**
     * Adds commands to a ticket that had {@link Ticket#hasRoomFor room} for them.
     *
     * @param others the number of commands since the last call
     * @param nanos the estimated device time of these commands
     */
    public synchronized void addTo(Ticket ticket, int others, long nanos) {
        decision.addTo(ticket, others, nanos, clock.nanoTime());
    }

    /** Withdraws a waiting command or an uncollected ticket. */
    public void withdraw(GateFlow flow) {
        synchronized (this) {
            decision.giveUp(flow, clock.nanoTime());
        }
        grantWaiting();
    }

    /** Notes that the device is executing a command's work now. */
    public void heardOf(Ticket ticket) {
        synchronized (this) {
            decision.heardOf(ticket, clock.nanoTime());
            if (!decision.hasTurned()) {
                return;
            }
        }
        grantWaiting();
    }

    /**
     * Notes how much device time a command's work has taken so far.
     *
     * @param nanos all of it, whenever it was charged
     */
    public void spent(Ticket ticket, long nanos) {
        synchronized (this) {
            decision.spent(ticket, nanos, clock.nanoTime());
        }
        grantWaiting();
    }

    /**
     * Returns a ticket: the command's work has ended.
     *
     * @param measured the device time that the work took; negative: more has been charged at
     *     another device
     */
    public void done(Ticket ticket, long measured) {
        GateFlow next;
        synchronized (this) {
            long now = clock.nanoTime();
            decision.done(ticket, measured, now);
            next = nextToGo(null, now);
            if (next == null && !decision.hasTurned()) {
                return;
            }
        }
        resume(next, null);
    }

    /** Returns the device time that a session, which is about to leave, was charged in advance. */
    public synchronized long takePrepaid(GateFlow flow) {
        return flow.takePrepaid();
    }

    /** Notes device time that a session was charged in advance at another device. */
    public synchronized void prepays(GateFlow flow, long nanos) {
        flow.prepays(nanos);
    }

    /** Charges device time that was used without a ticket. */
    public synchronized void charge(GateFlow flow, long measured) {
        if (!flow.gone) {
            decision.charge(flow, measured, clock.nanoTime());
        }
    }

    /**
     * Reconsiders all VMs because an external input of the decisions, such as a cap, has changed.
     */
    public void changed() {
        synchronized (this) {
            decision.lookAtAll(clock.nanoTime());
        }
        grantWaiting();
    }

    /** Switches to another scheduler. The state of the former scheduler is lost. */
    public void useScheduler(Scheduler next) {
        synchronized (this) {
            decision.useScheduler(next, flows, clock.nanoTime());
        }
        grantWaiting();
    }

    /** Returns {@link Scheduler#strain} of the current scheduler. */
    public synchronized int strain() {
        return decision.scheduler().strain();
    }

    public synchronized DeviceUse use() {
        List<DeviceUse.VmUse> parts = new ArrayList<>();
        for (GateVm vm : vms.values()) {
            parts.add(new DeviceUse.VmUse(vm.tenant().name(), vm.used, vm.inFlight, vm.waiting));
        }
        parts.sort(Comparator.comparing(DeviceUse.VmUse::vm));
        return new DeviceUse(
                device,
                decision.scheduler().name(),
                decision.used(),
                decision.inFlight(),
                decision.waiting(),
                parts);
    }

    private void rung() {
        synchronized (this) {
            if (armedAt <= clock.nanoTime()) {
                armedAt = Long.MAX_VALUE;
            }
        }
        grantWaiting();
    }

    /** Lets commands go while they may, and resumes their sessions. */
    private void grantWaiting() {
        GateFlow next;
        synchronized (this) {
            next = nextToGo(null, clock.nanoTime());
            if (next == null && !decision.hasTurned()) {
                return;
            }
        }
        resume(next, null);
    }

    /**
     * Resumes a session, and then further sessions that may send or whose kernels are held or go
     * on.
     *
     * @param present the flow of the calling session, which needs no resume to send
     */
    private void resume(@Nullable GateFlow first, @Nullable GateFlow present) {
        GateFlow next = first;
        while (next != null) {
            next.resume.run();
            synchronized (this) {
                next = nextToGo(present, clock.nanoTime());
            }
        }
        while ((next = nextTurned()) != null) {
            next.resume.run();
        }
    }

    private synchronized @Nullable GateFlow nextTurned() {
        return decision.nextTurned();
    }

    /**
     * Lets commands go until one belongs to a flow that must be resumed; returns that flow, or
     * null.
     */
    @GuardedBy("this")
    private @Nullable GateFlow nextToGo(@Nullable GateFlow present, long now) {
        GateFlow next = decision.letOneGo(now);
        while (next != null && next == present) {
            next = decision.letOneGo(now);
        }
        arm(decision.askAgainAt());
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
