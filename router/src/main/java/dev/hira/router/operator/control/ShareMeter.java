package dev.hira.router.operator.control;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the VMs' recent shares of the devices: the differences between their use now and their
 * use some seconds ago. The owner must call {@link #sample} regularly.
 */
public final class ShareMeter {
    private final long windowNanos;

    /** Oldest first; the oldest is as old as the window or a little older. */
    @GuardedBy("this")
    private final Deque<Sample> samples = new ArrayDeque<>();

    /**
     * @param windowNanos length of the window
     */
    public ShareMeter(long windowNanos) {
        this.windowNanos = windowNanos;
    }

    /** Records the use at one moment. */
    public synchronized void sample(long now, List<VmOnDevice> uses) {
        Map<DeviceAndVm, Long> used = new HashMap<>();
        uses.forEach(use -> used.put(new DeviceAndVm(use.device(), use.vm()), use.nanos()));
        samples.addLast(new Sample(now, used));
        while (samples.size() > 1 && second().at <= now - windowNanos) {
            samples.removeFirst();
        }
    }

    @GuardedBy("this")
    private Sample second() {
        var all = samples.iterator();
        all.next();
        return all.next();
    }

    /** Returns the shares between the beginning of the window and a moment. */
    public synchronized Shares shares(long now, List<VmOnDevice> uses) {
        Shares shares = new Shares();
        if (samples.isEmpty()) {
            return shares;
        }
        Sample base = samples.getFirst();
        shares.nanos = Math.max(1, now - base.at);
        for (VmOnDevice use : uses) {
            long before = base.used.getOrDefault(new DeviceAndVm(use.device(), use.vm()), 0L);
            shares.add(use.device(), use.vm(), Math.max(0, use.nanos() - before));
        }
        return shares;
    }

    private record DeviceAndVm(String device, String vm) {}

    private record Sample(long at, Map<DeviceAndVm, Long> used) {}

    /** Parts of the device time that was used in the window. */
    public static final class Shares {
        private final Map<DeviceAndVm, Long> used = new HashMap<>();
        private final Map<String, Long> byVm = new HashMap<>();
        private final Map<String, Long> byDevice = new HashMap<>();
        private long all;
        private long nanos = 1;

        private void add(String device, String vm, long more) {
            used.merge(new DeviceAndVm(device, vm), more, Long::sum);
            byVm.merge(vm, more, Long::sum);
            byDevice.merge(device, more, Long::sum);
            all += more;
        }

        /** Returns a VM's part of the use of all devices by all VMs, 0 to 1. */
        public double of(String vm) {
            return part(byVm.getOrDefault(vm, 0L), all);
        }

        /** Returns a VM's part of the use of one device, 0 to 1. */
        public double of(String vm, String device) {
            return part(
                    used.getOrDefault(new DeviceAndVm(device, vm), 0L),
                    byDevice.getOrDefault(device, 0L));
        }

        /** Returns the part of the window in which a device was at work, 0 to 1. */
        public double utilization(String device) {
            return Math.min(1, part(byDevice.getOrDefault(device, 0L), nanos));
        }

        /**
         * Returns the device time that a VM used, in parts of the window: 1 is the whole time of a
         * device.
         */
        public double utilizationBy(String vm) {
            return part(byVm.getOrDefault(vm, 0L), nanos);
        }

        /** Returns the part of a device's time that a VM used, 0 to 1. */
        public double utilizationBy(String vm, String device) {
            long some = used.getOrDefault(new DeviceAndVm(device, vm), 0L);
            return Math.min(1, part(some, nanos));
        }

        private static double part(long some, long whole) {
            return whole == 0 ? 0 : (double) some / whole;
        }
    }
}
