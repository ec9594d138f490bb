package dev.hira.policy.sim;

import dev.hira.policy.gate.GateSettings;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantBuilder;
import dev.hira.policy.model.Grants;
import dev.hira.policy.model.ResourceRole;
import dev.hira.policy.schedule.Scheduler;
import dev.hira.policy.schedule.fair.FairScheduler;
import dev.hira.policy.tenant.Environment;
import dev.hira.policy.tenant.TenantPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** One router, one device, and guests, on a virtual clock. */
public final class SimWorld {
    public static final List<String> RESOURCES =
            List.of("calls", "launches", "bytes_to_device", "device_memory");
    public static final List<ResourceRole> ROLES =
            List.of(
                    ResourceRole.NONE,
                    ResourceRole.NONE,
                    ResourceRole.COPY_IN,
                    ResourceRole.DEVICE_MEMORY);
    public static final String DEVICE = "server/0";

    /** The device to which guests may move. */
    public static final String OTHER_DEVICE = "server/1";

    public static final long MICRO = 1_000;
    public static final long MILLI = 1_000_000;
    public static final long SECOND = 1_000_000_000;

    /** Time of a message from router to server or back. */
    public static final long WAY = 100 * MICRO;

    /** Interval of the reports of running work. */
    static final long BEAT = 25_000_000;

    public final SimClock clock;
    public final Grants grants = new Grants();
    public final List<SimGuest> guests = new ArrayList<>();
    public final SimDevice device;
    public final SimDevice otherDevice;
    public final TenantPolicy policy;

    /** Device time of each kernel that servers do not report, such as that of its launch. */
    public long unreported;

    /** Whether the device holds the kernels of some sessions while it runs those of others. */
    final boolean holds;

    public SimWorld(int width, GateSettings settings, Supplier<Scheduler> scheduler) {
        this(new SimClock(), false, width, settings, scheduler);
    }

    private SimWorld(
            SimClock clock,
            boolean holds,
            int width,
            GateSettings settings,
            Supplier<Scheduler> scheduler) {
        this.clock = clock;
        this.holds = holds;
        this.device = device(width);
        this.otherDevice = device(width);
        policy =
                new TenantPolicy(
                        new Environment(clock, clock), grants, settings, _ -> scheduler.get());
    }

    private SimDevice device(int width) {
        return holds ? new HoldingDevice(clock) : new SimDevice(clock, width);
    }

    /** Creates a world with a device that holds kernels, under a scheduler. */
    public static SimWorld holding(Supplier<Scheduler> scheduler) {
        return new SimWorld(new SimClock(), true, 1, GateSettings.STANDARD, scheduler);
    }

    /** Creates a world with a device that holds kernels, or a serial one; the default scheduler. */
    public static SimWorld of(boolean holds) {
        return holds ? holding(FairScheduler::new) : new SimWorld();
    }

    /** Creates a world with a serial device under the default scheduler. */
    public SimWorld() {
        this(1, GateSettings.STANDARD, FairScheduler::new);
    }

    /** Returns the names among those of devices whose kernels can be held. */
    public Set<String> holding(List<String> devices) {
        return holds ? Set.copyOf(devices) : Set.of();
    }

    /** Sets the largest part of a device that holds kernels which a kernel of a VM can use. */
    public void width(String vm, double part) {
        ((HoldingDevice) device).width(vm, part);
        ((HoldingDevice) otherDevice).width(vm, part);
    }

    public void grant(String vm, UnaryOperator<GrantBuilder> change) {
        Grant now = grants.state().of(vm);
        grants.change(state -> state.withOwn(vm, change.apply(now.edit()).build()));
    }

    public SimGuest guest(String vm, SimGuest.Behaviour behaviour) {
        return guest(vm, "", behaviour);
    }

    public SimGuest guest(String vm, String task, SimGuest.Behaviour behaviour) {
        SimGuest guest = new SimGuest(this, vm, task, behaviour);
        guests.add(guest);
        return guest;
    }

    public void runUntil(long end) {
        clock.runUntil(end);
    }

    /** Returns a VM's part of the device time since a moment at which it had some already. */
    public double part(String vm, long since, long before) {
        return (double) (device.served(vm) - before) / (clock.nanoTime() - since);
    }
}
