package dev.hira.sim.engine;

import dev.hira.sim.clock.RealClock;
import dev.hira.sim.clock.SimClock;
import dev.hira.sim.clock.VirtualClock;
import dev.hira.sim.engine.cost.Bus;
import dev.hira.sim.engine.cost.EngineCounters;
import dev.hira.sim.engine.cost.Role;
import dev.hira.sim.profile.DeviceProfile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The engines of one device: one for kernels, and one to three for copies. */
public final class DeviceEngines {
    private static final System.Logger LOGGER = System.getLogger(DeviceEngines.class.getName());

    private final SimClock clock;
    private final DeviceProfile profile;
    private final EngineCounters counters = new EngineCounters(null);
    private final List<Engine> engines;

    /**
     * Creates the engines of a device.
     *
     * @param name a part of thread names
     * @param sharedBus the bus that all copies share, or null when each direction has its own; only
     *     for the virtual clock
     */
    public DeviceEngines(
            String name,
            DeviceProfile profile,
            SimClock clock,
            long lingerNanos,
            @Nullable Bus sharedBus) {
        this.clock = clock;
        this.profile = profile;
        this.engines =
                switch (clock) {
                    case RealClock real -> realEngines(name, count(profile), real, lingerNanos);
                    case VirtualClock virtual -> virtualEngines(virtual, profile, sharedBus);
                };
    }

    private static int count(DeviceProfile profile) {
        return 1 + Math.min(3, profile.copyEngines());
    }

    private static List<Engine> realEngines(
            String name, int count, RealClock clock, long lingerNanos) {
        List<Engine> engines = new ArrayList<>();
        engines.add(new ComputeEngine(0, name + "-compute", clock, lingerNanos));
        for (int i = 1; i < count; i++) {
            engines.add(new CopyEngine(i, name + "-copy-" + i, clock, lingerNanos));
        }
        return engines;
    }

    private static List<Engine> virtualEngines(
            VirtualClock clock, DeviceProfile profile, @Nullable Bus sharedBus) {
        Bus in = sharedBus != null ? sharedBus : new Bus(clock, profile.rates().pinnedToDevice());
        Bus out = sharedBus != null ? sharedBus : new Bus(clock, profile.rates().pinnedToHost());
        List<Engine> engines = new ArrayList<>();
        engines.add(new VirtualEngine(0, clock, in, profile.costs().contextSwitch()));
        for (int i = 1; i < count(profile); i++) {
            engines.add(new VirtualEngine(i, clock, i == 1 ? in : out, 0));
        }
        return engines;
    }

    /** The profile of the device. */
    public DeviceProfile profile() {
        return profile;
    }

    /** The work that all contexts of the device have done. */
    public EngineCounters counters() {
        return counters;
    }

    /** The current time of the device's clock. */
    public long nanos() {
        return clock.nanos();
    }

    /** The current time of the device's global timer. */
    public long globalNanos() {
        return clock.globalNanos();
    }

    /** Whether the clock shows modelled time instead of the machine's time. */
    public boolean modelled() {
        return clock instanceof VirtualClock;
    }

    /** The virtual clock, or null when the device runs in real time. */
    @Nullable VirtualClock virtual() {
        return clock instanceof VirtualClock virtual ? virtual : null;
    }

    /** Ends the engines' threads; new work starts them again. */
    public void stop() {
        engines.forEach(Engine::stop);
    }

    /** The number of the engine that does this work; 0: the one for kernels. */
    public int number(EngineOperation work) {
        return engine(work.role()).index();
    }

    int size() {
        return engines.size();
    }

    Engine engine(int index) {
        return engines.get(index);
    }

    Engine engine(Role role) {
        int copies = engines.size() - 1;
        return engines.get(
                switch (role) {
                    case COMPUTE -> 0;
                    case TO_DEVICE -> 1;
                    case TO_HOST -> Math.min(2, copies);
                    case ON_DEVICE -> copies;
                });
    }

    /** Calls the host function at the head of a channel, then advances the channel. */
    static void callHost(Channel channel, HostOperation operation) {
        @Nullable VirtualClock virtual = channel.group().engines().virtual();
        if (virtual == null) {
            channel.group()
                    .hostCalls()
                    .execute(() -> {
                        call(channel, operation);
                        Pump.finished(channel, operation);
                    });
        } else {
            VirtualClock.Hold hold = virtual.hold();
            channel.group().hostCalls().execute(() -> callHeld(virtual, hold, channel, operation));
        }
    }

    private static void callHeld(
            VirtualClock virtual,
            VirtualClock.Hold hold,
            Channel channel,
            HostOperation operation) {
        try (VirtualClock.Hold _ = hold.adopt()) {
            call(channel, operation);
            virtual.lock();
            try {
                Pump.finished(channel, operation);
            } finally {
                virtual.unlock();
            }
        }
    }

    /** Calls the function. Logs whatever the program's code throws and continues. */
    private static void call(Channel channel, HostOperation operation) {
        try {
            operation.call(channel.group().fault(), channel.terminated());
        } catch (RuntimeException | Error failure) {
            LOGGER.log(System.Logger.Level.WARNING, "A host function of a stream failed", failure);
        }
    }
}
