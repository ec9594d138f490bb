package dev.hira.policy.model;

import java.util.Map;

/**
 * What a VM, or each VM of a class, may use. Immutable; a change is another grant.
 *
 * @param share weight against other VMs, 1 to 1,000,000
 * @param cap most device time in nanoseconds per second; {@link Rate#UNLIMITED}: none
 * @param reservation least device time in nanoseconds per second while there is work; 0: none
 * @param priority for schedulers that know priorities; more goes first
 * @param credits for schedulers that know credits
 * @param rates limits on instantaneous resources by the names that the API gives them: {@code
 *     "calls"}, {@code "launches"}, {@code "bytes_to_device"}, {@code "bytes_from_device"} …
 * @param quotas limits on continuous resources, summed over all sessions: {@code "device_memory"},
 *     {@code "contexts"}, {@code "streams"} …
 * @param deviceQuotas limits on continuous resources per device
 * @param sessions most sessions at a time
 * @param handles most named objects of one session
 * @param pinnedBytes most host memory pinned for one session
 * @param kernelNanos longest kernel; {@link Rate#UNLIMITED}: the device's own limit
 */
public record Grant(
        long share,
        long cap,
        long reservation,
        int priority,
        long credits,
        Map<String, Rate> rates,
        Map<String, Long> quotas,
        Map<String, Long> deviceQuotas,
        int sessions,
        int handles,
        long pinnedBytes,
        long kernelNanos) {
    public Grant {
        rates = Map.copyOf(rates);
        quotas = Map.copyOf(quotas);
        deviceQuotas = Map.copyOf(deviceQuotas);
    }
}
