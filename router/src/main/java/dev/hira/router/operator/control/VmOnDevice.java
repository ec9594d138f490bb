package dev.hira.router.operator.control;

import dev.hira.policy.gate.DeviceUse;

/**
 * A VM's use of a device.
 *
 * @param device the device's name in the router
 * @param nanos the measured device time that the VM has used
 * @param inFlight its commands at the device
 * @param waiting its sessions with a command that waits for the device
 */
public record VmOnDevice(String device, String vm, long nanos, int inFlight, int waiting) {
    static VmOnDevice of(DeviceUse device, DeviceUse.VmUse vm) {
        return new VmOnDevice(device.device(), vm.vm(), vm.nanos(), vm.inFlight(), vm.waiting());
    }
}
