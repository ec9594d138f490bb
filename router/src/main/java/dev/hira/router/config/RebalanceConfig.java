package dev.hira.router.config;

import java.time.Duration;

/**
 * How the rebalancer moves VMs from device to device.
 *
 * @param enabled whether it does
 * @param interval time between two looks at the loads of devices
 * @param threshold a device is overloaded when its load exceeds that of another one by more than
 *     this
 * @param patience time for which a device must be overloaded before a VM moves
 * @param rest time for which a VM that has moved stays
 */
public record RebalanceConfig(
        boolean enabled, Duration interval, double threshold, Duration patience, Duration rest) {}
