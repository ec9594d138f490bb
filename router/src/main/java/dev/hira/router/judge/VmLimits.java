package dev.hira.router.judge;

import dev.hira.policy.model.Grant;
import dev.hira.policy.model.Rate;
import dev.hira.policy.model.ResourceRole;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.LimitsConfig;

/** The limits of a VM's grant for its sessions, in addition to the general limits. */
public final class VmLimits {
    private VmLimits() {}

    /** Returns the limits of a session: the lower ones of router and grant. */
    public static LimitsConfig of(LimitsConfig own, Grant grant) {
        return new LimitsConfig(
                own.sessions(),
                Math.min(own.sessionsPerVm(), grant.sessions()),
                own.lanes(),
                Math.min(own.handles(), grant.handles()),
                own.frameBytes(),
                own.frameRecords(),
                own.payloadBytes());
    }

    /** Returns the memory that a VM may hold on all devices together; 0: unlimited. */
    public static long quota(Grant grant, Catalog api) {
        return ServerMemory.onWire(
                api.resource(ResourceRole.DEVICE_MEMORY).map(grant::quota).orElse(Rate.UNLIMITED));
    }

    /** Returns the memory that a VM may hold on one device; 0: unlimited. */
    public static long memory(Grant grant, Catalog api) {
        long most =
                api.resource(ResourceRole.DEVICE_MEMORY)
                        .map(memory -> Math.min(grant.quota(memory), grant.deviceQuota(memory)))
                        .orElse(Rate.UNLIMITED);
        return most == Rate.UNLIMITED ? 0 : most;
    }
}
