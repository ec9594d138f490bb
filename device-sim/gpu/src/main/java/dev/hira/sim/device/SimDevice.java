package dev.hira.sim.device;

import dev.hira.sim.engine.DeviceEngines;
import dev.hira.sim.kernel.KernelBooks;
import dev.hira.sim.kernel.KernelSettings;
import dev.hira.sim.memory.MemoryBudget;
import dev.hira.sim.profile.DeviceProfile;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;

/** One simulated device of a host. Shared by all processes; safe for use by any thread. */
public final class SimDevice {
    private final int ordinal;
    private final UUID uuid;
    private final DeviceEngines engines;
    private final MemoryBudget memory;
    private final KernelSettings settings;
    private final KernelBooks kernelBooks = new KernelBooks();
    private volatile long kernelLimitNanos;

    /**
     * A device.
     *
     * @param hostName makes the device's number differ from those of other hosts
     * @param settings for its kernels
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

    /** Its number on its host. */
    public int ordinal() {
        return ordinal;
    }

    /** What it is like. */
    public DeviceProfile profile() {
        return engines.profile();
    }

    /** What tells it from all other devices. */
    public UUID uuid() {
        return uuid;
    }

    /** The number of its bus on the PCI. */
    public int pciBus() {
        return ordinal + 1;
    }

    /** Where it sits on the PCI, for example {@code 0000:01:00.0}. */
    public String pciBusId() {
        return String.format(Locale.ROOT, "0000:%02x:00.0", pciBus());
    }

    /** What does the work. */
    public DeviceEngines engines() {
        return engines;
    }

    /** The books of its memory. */
    public MemoryBudget memory() {
        return memory;
    }

    /** What holds for its kernels, but for the limit, which is {@link #kernelLimitNanos}. */
    public KernelSettings kernelSettings() {
        return settings;
    }

    /** The books about its kernels. */
    public KernelBooks kernelBooks() {
        return kernelBooks;
    }

    /** How long a kernel may run. */
    public long kernelLimitNanos() {
        return kernelLimitNanos;
    }

    /** Sets how long kernels that begin from now on may run. */
    public void limitKernels(long nanos) {
        kernelLimitNanos = settings.withLimitNanos(nanos).limitNanos();
    }
}
