package dev.hira.policy.gate;

import java.util.List;

/**
 * Work done by and waiting for a device.
 *
 * @param device the device's name
 * @param scheduler the name of its scheduler
 * @param nanos total measured device time
 * @param inFlight commands at the device
 * @param waiting sessions with a command that waits for it
 * @param vms VMs that have sessions there, and remembered VMs that had some, by name
 */
public record DeviceUse(
        String device, String scheduler, long nanos, int inFlight, int waiting, List<VmUse> vms) {
    public DeviceUse {
        vms = List.copyOf(vms);
    }

    /**
     * One VM's part.
     *
     * @param nanos the measured device time that the VM has used
     */
    public record VmUse(String vm, long nanos, int inFlight, int waiting) {}
}
