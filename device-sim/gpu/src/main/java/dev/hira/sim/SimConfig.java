package dev.hira.sim;

import dev.hira.sim.clock.SimClock;
import dev.hira.sim.driver.object.HostLimits;
import dev.hira.sim.kernel.KernelLoader;
import dev.hira.sim.kernel.KernelSettings;
import dev.hira.sim.launch.GridOrder;
import dev.hira.sim.profile.DeviceProfile;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The settings of a host.
 *
 * @param name a part of thread names and of device numbers
 * @param profiles one profile for each device
 * @param clock the clock of all devices
 * @param kernels the engine that compiles kernels
 * @param kernelSettings settings of running kernels
 * @param limits limits on the host's resources for its processes
 * @param perThreadDefaultStream whether stream 0 is the default stream of each thread
 * @param lingerNanos time after which an idle thread ends
 * @param sharedBusRate rate of the bus that all copies of all devices share, in 10<sup>6</sup>
 *     bytes per second; 0 when each device has its own bus in each direction; only for the virtual
 *     clock
 */
public record SimConfig(
        String name,
        List<DeviceProfile> profiles,
        SimClock clock,
        KernelLoader kernels,
        KernelSettings kernelSettings,
        HostLimits limits,
        boolean perThreadDefaultStream,
        long lingerNanos,
        long sharedBusRate) {
    private static final long LINGER = TimeUnit.SECONDS.toNanos(1);

    public SimConfig {
        profiles = List.copyOf(profiles);
    }

    /**
     * Returns the configuration of devices in real time, with all other settings at their defaults.
     * The environment selects the order of blocks ({@link GridOrder#VARIABLE}).
     */
    public static SimConfig of(DeviceProfile... profiles) {
        return new SimConfig(
                "sim",
                List.of(profiles),
                SimClock.real(),
                GridOrder.ofEnvironment().compiler(),
                KernelSettings.usual(),
                HostLimits.usual(),
                false,
                LINGER,
                0);
    }

    /** Returns this configuration with another name. */
    public SimConfig withName(String other) {
        return new SimConfig(
                other,
                profiles,
                clock,
                kernels,
                kernelSettings,
                limits,
                perThreadDefaultStream,
                lingerNanos,
                sharedBusRate);
    }

    /** Returns this configuration with another clock. */
    public SimConfig withClock(SimClock other) {
        return new SimConfig(
                name,
                profiles,
                other,
                kernels,
                kernelSettings,
                limits,
                perThreadDefaultStream,
                lingerNanos,
                sharedBusRate);
    }

    /** Returns this configuration with another kernel engine. */
    public SimConfig withKernels(KernelLoader other) {
        return new SimConfig(
                name,
                profiles,
                clock,
                other,
                kernelSettings,
                limits,
                perThreadDefaultStream,
                lingerNanos,
                sharedBusRate);
    }

    /** Returns this configuration with other settings for running kernels. */
    public SimConfig withKernelSettings(KernelSettings other) {
        return new SimConfig(
                name,
                profiles,
                clock,
                kernels,
                other,
                limits,
                perThreadDefaultStream,
                lingerNanos,
                sharedBusRate);
    }

    /** Returns this configuration with other limits for processes. */
    public SimConfig withLimits(HostLimits others) {
        return new SimConfig(
                name,
                profiles,
                clock,
                kernels,
                kernelSettings,
                others,
                perThreadDefaultStream,
                lingerNanos,
                sharedBusRate);
    }

    /**
     * Returns this configuration with stream 0 as the default stream of each thread, or the legacy
     * one.
     */
    public SimConfig withPerThreadDefaultStream(boolean perThread) {
        return new SimConfig(
                name,
                profiles,
                clock,
                kernels,
                kernelSettings,
                limits,
                perThread,
                lingerNanos,
                sharedBusRate);
    }

    /** Returns this configuration with another lifetime for idle threads. */
    public SimConfig withLingerNanos(long nanos) {
        return new SimConfig(
                name,
                profiles,
                clock,
                kernels,
                kernelSettings,
                limits,
                perThreadDefaultStream,
                nanos,
                sharedBusRate);
    }

    /** Returns this configuration with one bus for all copies. */
    public SimConfig withSharedBusRate(long rate) {
        return new SimConfig(
                name,
                profiles,
                clock,
                kernels,
                kernelSettings,
                limits,
                perThreadDefaultStream,
                lingerNanos,
                rate);
    }
}
