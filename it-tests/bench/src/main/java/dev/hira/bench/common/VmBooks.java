package dev.hira.bench.common;

import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.ResourceUsage;
import dev.hira.admin.v1.VmUsage;
import dev.hira.cli.client.AdminClient;
import java.time.Duration;

/** What a router's books say that a VM holds. */
public final class VmBooks {
    private VmBooks() {}

    /** Asks a router for what a VM uses. */
    public static VmUsage usage(String adminUri, String vm, Duration patience) {
        try (AdminClient admin = AdminClient.connect(adminUri)) {
            return admin.always()
                    .withDeadlineAfter(patience)
                    .getVm(GetVmRequest.newBuilder().setVm(vm).build())
                    .getUsage();
        }
    }

    /** Whether a VM has no session and holds nothing. */
    public static boolean isEmpty(VmUsage usage) {
        return usage.getSessions() == 0
                && usage.getJournalObjects() == 0
                && usage.getJournalBytes() == 0
                && usage.getResourcesList().stream().mapToLong(ResourceUsage::getHeld).sum() == 0;
    }
}
