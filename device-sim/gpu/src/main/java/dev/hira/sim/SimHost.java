package dev.hira.sim;

import dev.hira.api.CallbackThread;
import dev.hira.base.JdkModules;
import dev.hira.sim.clock.SimClock;
import dev.hira.sim.clock.VirtualClock;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.driver.object.HostBooks;
import dev.hira.sim.driver.object.ProcessOwner;
import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.engine.DeviceEngines;
import dev.hira.sim.engine.cost.Bus;
import dev.hira.sim.kernel.KernelLoader;
import dev.hira.sim.profile.DeviceProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The devices of one server. Processes open on it and share its devices. */
public final class SimHost implements AutoCloseable {
    private final SimConfig config;
    private final ExecutorService hostThreads;
    private final List<SimDevice> devices;
    private final HostBooks books;
    private final Set<SimProcess> processes = ConcurrentHashMap.newKeySet();

    private SimHost(SimConfig config) {
        this.config = config;
        this.books = new HostBooks(config.limits());
        this.hostThreads = hostThreads(config);
        this.devices = devices(config);
    }

    /** Creates a host with this configuration. */
    public static SimHost of(SimConfig config) {
        JdkModules.require("java.management", "simulated GPUs need to limit kernels");
        return new SimHost(config);
    }

    /** Creates a host with these devices, in real time. */
    public static SimHost of(DeviceProfile... profiles) {
        return of(SimConfig.of(profiles));
    }

    /** Creates a host with these devices and this clock. */
    public static SimHost of(List<DeviceProfile> profiles, SimClock clock) {
        return of(SimConfig.of(profiles.toArray(DeviceProfile[]::new)).withClock(clock));
    }

    private static ExecutorService hostThreads(SimConfig config) {
        AtomicLong number = new AtomicLong();
        return new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                config.lingerNanos(),
                TimeUnit.NANOSECONDS,
                new SynchronousQueue<>(),
                body ->
                        new CallbackThread(
                                config.name() + "-host-" + number.incrementAndGet(), body));
    }

    private static List<SimDevice> devices(SimConfig config) {
        @Nullable Bus shared =
                config.sharedBusRate() > 0 && config.clock() instanceof VirtualClock virtual
                        ? new Bus(virtual, config.sharedBusRate())
                        : null;
        List<SimDevice> devices = new ArrayList<>();
        for (DeviceProfile profile : config.profiles()) {
            int ordinal = devices.size();
            DeviceEngines engines =
                    new DeviceEngines(
                            config.name() + "-" + ordinal,
                            profile,
                            config.clock(),
                            config.lingerNanos(),
                            shared);
            devices.add(new SimDevice(config.name(), ordinal, engines, config.kernelSettings()));
        }
        return List.copyOf(devices);
    }

    /** The devices. */
    public List<SimDevice> devices() {
        return devices;
    }

    /** The clock of the devices. */
    public SimClock clock() {
        return config.clock();
    }

    /** Opens a process that may use all devices. */
    public SimProcess open() {
        return open(devices);
    }

    /**
     * Opens a process that may use these devices and numbers them from 0.
     *
     * @param visible devices of this host
     */
    public SimProcess open(List<SimDevice> visible) {
        return open(visible, new ProcessOwner("", "", null));
    }

    /** Opens a process of this owner that may use these devices. */
    public SimProcess open(List<SimDevice> visible, ProcessOwner owner) {
        KernelLoader kernels = config.kernels();
        ProcessState state =
                new ProcessState(
                        owner,
                        visible,
                        kernels,
                        books,
                        hostThreads,
                        config.perThreadDefaultStream());
        state.register();
        SimProcess process = new SimProcess(state, visible, processes::remove);
        processes.add(process);
        return process;
    }

    /** The open processes. */
    public Set<SimProcess> processes() {
        return Set.copyOf(processes);
    }

    /** The present statistics of all devices. */
    public List<DeviceStatistics> statistics() {
        return devices.stream().map(this::statistics).toList();
    }

    private DeviceStatistics statistics(SimDevice device) {
        return new DeviceStatistics(
                device.ordinal(),
                device.memory().capacity(),
                device.memory().used(),
                device.memory().retiring(),
                device.engines().counters().snapshot(),
                device.kernelBooks().statistics(),
                device.kernelBooks().findings());
    }

    /** Closes all processes and ends all threads. */
    @Override
    public void close() {
        Set.copyOf(processes).forEach(SimProcess::close);
        devices.forEach(device -> device.engines().stop());
        hostThreads.shutdownNow();
    }
}
