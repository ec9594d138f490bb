package dev.hira.sim;

import dev.hira.sim.clock.SimClock;
import dev.hira.sim.driver.object.HostLimits;
import dev.hira.sim.kernel.KernelEngine;
import dev.hira.sim.kernel.KernelSettings;
import dev.hira.sim.launch.CompilingEngine;
import dev.hira.sim.profile.DeviceProfile;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The settings of a host.
 *
 * @param name in the names of threads and in the devices' numbers
 * @param profiles one for each device
 * @param clock the time
 * @param kernels what compiles kernels
 * @param kernelSettings what holds for kernels that run
 * @param limits what its processes may use of the host
 * @param perThreadDefaultStream whether stream 0 is the default stream of each thread
 * @param lingerNanos how long threads without work stay
 * @param sharedBusRate what all copies of all devices share, in 10<sup>6</sup> bytes per second; 0
 *     when each device has its own bus in each direction; only for the virtual clock
 */
public record SimConfig(
        String name,
        List<DeviceProfile> profiles,
        SimClock clock,
        KernelEngine kernels,
        KernelSettings kernelSettings,
        HostLimits limits,
        boolean perThreadDefaultStream,
        long lingerNanos,
        long sharedBusRate) {
    private static final long LINGER = TimeUnit.SECONDS.toNanos(1);

    public SimConfig {
        profiles = List.copyOf(profiles);
    }

    /** Devices in real time, with all other settings as usual. */
    public static SimConfig of(DeviceProfile... profiles) {
        return new SimConfig(
                "sim",
                List.of(profiles),
                SimClock.real(),
                CompilingEngine.ofHost(),
                KernelSettings.usual(),
                HostLimits.usual(),
                false,
                LINGER,
                0);
    }

    /** The same with another name. */
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

    /** The same with another clock. */
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

    /** The same with another engine for kernels. */
    public SimConfig withKernels(KernelEngine other) {
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

    /** The same with other settings for kernels that run. */
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

    /** The same with other limits for its processes. */
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

    /** The same with stream 0 being the default stream of each thread, or the legacy one. */
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

    /** The same with threads that stay longer or shorter without work. */
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

    /** The same with one bus for all copies. */
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
