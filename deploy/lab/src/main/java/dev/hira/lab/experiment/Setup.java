package dev.hira.lab.experiment;

import dev.hira.lab.calls.Costs;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.lab.measure.Recorder;
import dev.hira.lab.world.Policies;
import dev.hira.lab.world.World;
import dev.hira.lab.world.WorldPlan;
import dev.hira.policy.model.GrantBuilder;
import dev.hira.sim.profile.DeviceProfile;
import dev.hira.sim.profile.Profiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** One run of an experiment, put together step by step. */
public final class Setup {
    private final String scheduler;
    private final Map<String, String> parameters = new LinkedHashMap<>();
    private final Map<String, UnaryOperator<GrantBuilder>> grants = new LinkedHashMap<>();
    private final List<Consumer<World>> guests = new ArrayList<>();
    private DeviceProfile profile = Profiles.DEFAULT;
    private Costs costs = Costs.DEFAULT;
    private int servers = 1;
    private int devices = 1;
    private long seed = 1;

    private Setup(String scheduler) {
        this.scheduler = scheduler;
    }

    /** Returns a run under a scheduler, with one device. */
    public static Setup under(String scheduler) {
        return new Setup(scheduler);
    }

    /** Sets a parameter of the scheduler. */
    public Setup parameter(String name, String value) {
        parameters.put(name, value);
        return this;
    }

    public Setup costs(Costs newCosts) {
        costs = newCosts;
        return this;
    }

    public Setup profile(DeviceProfile newProfile) {
        profile = newProfile;
        return this;
    }

    /** Sets the number of devices of the one server. */
    public Setup devices(int count) {
        devices = count;
        return this;
    }

    public Setup servers(int count) {
        servers = count;
        return this;
    }

    public Setup seed(long newSeed) {
        seed = newSeed;
        return this;
    }

    /** Sets the grant of a VM. */
    public Setup grant(String vm, UnaryOperator<GrantBuilder> change) {
        grants.put(vm, change);
        return this;
    }

    /** Adds a VM with a share. */
    public Setup share(String vm, long share) {
        return grant(vm, grant -> grant.share(share));
    }

    /** Adds a VM with credits. */
    public Setup credits(String vm, long credits) {
        return grant(vm, grant -> grant.credits(credits));
    }

    /** Adds a guest to a VM. */
    public Setup guest(String vm, GuestWorkload workload) {
        guests.add(world -> world.add(vm, workload));
        return this;
    }

    /** Adds a guest that is part of a task to a VM. */
    public Setup guest(String vm, String task, int rank, GuestWorkload workload) {
        guests.add(world -> world.add(vm, task, rank, workload));
        return this;
    }

    /** Runs for this many nanoseconds. */
    public Ran run(long nanos) {
        try (World world = world()) {
            world.run(nanos);
            return new Ran(world.recorder(), world.devices(), world.now());
        }
    }

    /** Runs until all guests have made their iterations, for at most this many nanoseconds. */
    public Ran runToEnd(long most) {
        try (World world = world()) {
            world.runToEnd(most, 1_000_000);
            return new Ran(world.recorder(), world.devices(), world.now());
        }
    }

    private World world() {
        World world =
                new World(
                        new WorldPlan(
                                servers,
                                devices,
                                profile,
                                costs,
                                Policies.tenants(scheduler, parameters, grants),
                                seed));
        guests.forEach(guest -> guest.accept(world));
        return world;
    }

    /**
     * The results of a run.
     *
     * @param end the time of its end
     */
    public record Ran(Recorder recorder, List<String> devices, long end) {
        /** Returns the device time of a VM, or of a guest, from a moment on. */
        public double time(String name, long from) {
            return recorder.knows(name) ? recorder.trace(name).time(from, end) : 0;
        }

        /** Returns the part of the time from a moment on in which the devices worked. */
        public double busy(long from) {
            return devices.stream()
                    .mapToDouble(d -> recorder.busy(d, from, end))
                    .average()
                    .orElse(0);
        }
    }
}
