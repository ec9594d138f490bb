package dev.hira.router.session;

import dev.hira.policy.model.Grant;
import dev.hira.policy.model.Rate;
import dev.hira.policy.model.ResourceRole;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.LimitsConfig;

/** What a VM's grant says about its sessions, beside what holds for all. */
final class VmLimits {
    private VmLimits() {}

    /** The limits of a session: the lower ones of router and grant. */
    static LimitsConfig of(LimitsConfig own, Grant grant) {
        return new LimitsConfig(
                own.sessions(),
                Math.min(own.sessionsPerVm(), grant.sessions()),
                own.lanes(),
                Math.min(own.handles(), grant.handles()),
                own.frameBytes(),
                own.frameRecords(),
                own.payloadBytes());
    }

    /** How much memory a VM may hold on all devices; 0: that is not limited. */
    static long quota(Grant grant, Catalog api) {
        long most =
                api.resource(ResourceRole.DEVICE_MEMORY).map(grant::quota).orElse(Rate.UNLIMITED);
        return most == Rate.UNLIMITED ? 0 : Math.max(1, most);
    }

    /** How much memory a VM may hold on a device; 0: that is not limited. */
    static long memory(Grant grant, Catalog api) {
        long most =
                api.resource(ResourceRole.DEVICE_MEMORY)
                        .map(memory -> Math.min(grant.quota(memory), grant.deviceQuota(memory)))
                        .orElse(Rate.UNLIMITED);
        return most == Rate.UNLIMITED ? 0 : most;
    }
}
