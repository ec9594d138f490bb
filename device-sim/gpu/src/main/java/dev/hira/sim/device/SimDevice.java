package dev.hira.sim.device;

import dev.hira.sim.engine.DeviceEngines;
import dev.hira.sim.kernel.KernelBooks;
import dev.hira.sim.kernel.KernelSettings;
import dev.hira.sim.memory.MemoryBudget;
import dev.hira.sim.profile.DeviceProfile;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;

/** One simulated device of a host. All processes share it; any thread may use it. */
public final class SimDevice {
    private final int ordinal;
    private final UUID uuid;
    private final DeviceEngines engines;
    private final MemoryBudget memory;
    private final KernelSettings settings;
    private final KernelBooks kernelBooks = new KernelBooks();
    private volatile long kernelLimitNanos;

    /**
     * Creates a device.
     *
     * @param hostName distinguishes the device's UUID from those of other hosts
     * @param settings settings of its kernels
     */
    public SimDevice(String hostName, int ordinal, DeviceEngines engines, KernelSettings settings) {
        this.settings = settings;
        this.kernelLimitNanos = settings.limitNanos();
        this.ordinal = ordinal;
        this.engines = engines;
        this.memory = new MemoryBudget(engines.profile().memoryBytes());
        this.uuid =
                UUID.nameUUIDFromBytes((hostName + "/" + ordinal).getBytes(StandardCharsets.UTF_8));
    }

    /** The device's number on its host. */
    public int ordinal() {
        return ordinal;
    }

    /** The profile of the device. */
    public DeviceProfile profile() {
        return engines.profile();
    }

    /** Identifies the device among all others. */
    public UUID uuid() {
        return uuid;
    }

    /** The number of the device's PCI bus. */
    public int pciBus() {
        return ordinal + 1;
    }

    /** The device's PCI address, for example {@code 0000:01:00.0}. */
    public String pciBusId() {
        return String.format(Locale.ROOT, "0000:%02x:00.0", pciBus());
    }

    /** The engines that execute the device's work. */
    public DeviceEngines engines() {
        return engines;
    }

    /** The accounts of the device's memory. */
    public MemoryBudget memory() {
        return memory;
    }

    /** The settings of its kernels, except the time limit: {@link #kernelLimitNanos} gives that. */
    public KernelSettings kernelSettings() {
        return settings;
    }

    /** The statistics of its kernels. */
    public KernelBooks kernelBooks() {
        return kernelBooks;
    }

    /** The longest run time of a kernel. */
    public long kernelLimitNanos() {
        return kernelLimitNanos;
    }

    /** Sets the longest run time of kernels that start from now on. */
    public void limitKernels(long nanos) {
        kernelLimitNanos = settings.withLimitNanos(nanos).limitNanos();
    }
}
