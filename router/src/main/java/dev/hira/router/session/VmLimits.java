package dev.hira.router.session;

import dev.hira.policy.model.Grant;
import dev.hira.policy.model.Rate;
import dev.hira.router.config.LimitsConfig;

/** What a VM's grant says about its sessions, beside what holds for all. */
final class VmLimits {
    private static final String MEMORY = "device_memory";

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
    static long quota(Grant grant) {
        long most = grant.quota(MEMORY);
        return most == Rate.UNLIMITED ? 0 : Math.max(1, most);
    }

    /** How much memory a VM may hold on a device; 0: that is not limited. */
    static long memory(Grant grant) {
        long most = Math.min(grant.quota(MEMORY), grant.deviceQuota(MEMORY));
        return most == Rate.UNLIMITED ? 0 : most;
    }
}
