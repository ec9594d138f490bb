package dev.hira.policy.gate;

import java.util.List;

/**
 * What a device has done and has to do.
 *
 * @param device its name
 * @param scheduler the name of its scheduler
 * @param nanos the device time that was measured in all
 * @param inFlight commands at the device
 * @param waiting sessions with a command that waits for it
 * @param vms the VMs that have sessions there, and those that had some and are remembered, by name
 */
public record DeviceUse(
        String device, String scheduler, long nanos, int inFlight, int waiting, List<VmUse> vms) {
    public DeviceUse {
        vms = List.copyOf(vms);
    }

    /**
     * A VM's part of it.
     *
     * @param nanos the device time that it used so far, as measured
     */
    public record VmUse(String vm, long nanos, int inFlight, int waiting) {}
}
