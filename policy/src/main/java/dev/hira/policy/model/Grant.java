package dev.hira.policy.model;

import java.util.Map;

/**
 * The resources that a VM, or each VM of a class, may use. Immutable; a change makes another grant.
 *
 * @param share weight against other VMs, 1 to 1,000,000
 * @param cap most device time in nanoseconds per second on each device; {@link Rate#UNLIMITED}:
 *     none
 * @param reservation least device time in nanoseconds per second on each device while the VM has
 *     work; 0: none
 * @param priority for schedulers that know priorities; the highest goes first
 * @param credits for schedulers that know credits
 * @param rates limits on instantaneous resources by the names that the API gives them: {@code
 *     "calls"}, {@code "launches"}, {@code "bytes_to_device"}, {@code "bytes_from_device"} …
 * @param quotas limits on continuous resources, summed over all sessions: {@code "device_memory"},
 *     {@code "contexts"}, {@code "streams"} …
 * @param deviceQuotas limits on continuous resources per device
 * @param sessions most concurrent sessions
 * @param handles most named objects of one session
 * @param pinnedBytes most memory that one session shares with the router and the API server; pinned
 *     memory beyond it is the guest process's own and has no limit
 * @param kernelNanos longest kernel; {@link Rate#UNLIMITED}: the device's own limit
 * @param protection what happens to its sessions when their API server dies
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
        long kernelNanos,
        Protection protection) {
    /** The value of an int setting without a limit. */
    public static final int MANY = Integer.MAX_VALUE;

    /** An equal share of everything and no limits. */
    public static final Grant STANDARD =
            new Grant(
                    1,
                    Rate.UNLIMITED,
                    0,
                    0,
                    256,
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    MANY,
                    MANY,
                    Rate.UNLIMITED,
                    Rate.UNLIMITED,
                    Protection.NONE);

    public Grant {
        rates = Map.copyOf(rates);
        quotas = Map.copyOf(quotas);
        deviceQuotas = Map.copyOf(deviceQuotas);
    }

    /** Returns the rate limit of a resource; {@link Rate#NONE} when it has no limit. */
    public Rate rate(String resource) {
        return rates.getOrDefault(resource, Rate.NONE);
    }

    /**
     * Returns the limit of a resource over all devices; {@link Rate#UNLIMITED} when it has no
     * limit.
     */
    public long quota(String resource) {
        return quotas.getOrDefault(resource, Rate.UNLIMITED);
    }

    /**
     * Returns the limit of a resource on each device; {@link Rate#UNLIMITED} when it has no limit.
     */
    public long deviceQuota(String resource) {
        return deviceQuotas.getOrDefault(resource, Rate.UNLIMITED);
    }

    /** Returns a builder that starts from this grant. */
    public GrantBuilder edit() {
        return new GrantBuilder(this);
    }
}
