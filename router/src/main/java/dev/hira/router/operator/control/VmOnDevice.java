package dev.hira.router.operator.control;

import dev.hira.policy.gate.DeviceUse;

/**
 * What a VM does on a device.
 *
 * @param device the device's name in the router
 * @param nanos the device time that it has used so far, as measured
 * @param inFlight its commands that are at the device
 * @param waiting its sessions with a command that waits for the device
 */
public record VmOnDevice(String device, String vm, long nanos, int inFlight, int waiting) {
    static VmOnDevice of(DeviceUse device, DeviceUse.VmUse vm) {
        return new VmOnDevice(device.device(), vm.vm(), vm.nanos(), vm.inFlight(), vm.waiting());
    }
}
