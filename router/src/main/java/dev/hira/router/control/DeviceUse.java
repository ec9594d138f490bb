package dev.hira.router.control;

/**
 * What a VM does on a device.
 *
 * @param device the device's name in the router
 * @param nanos the device time that it has used so far, as measured
 * @param inFlight its commands that are at the device
 * @param waiting its sessions with a command that waits for the device
 */
public record DeviceUse(String device, String vm, long nanos, int inFlight, int waiting) {}
