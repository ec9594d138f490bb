package dev.hira.router.operator.admin.message;

import com.google.protobuf.Duration;
import dev.hira.admin.v1.Reason;
import dev.hira.admin.v1.ResourceUsage;
import dev.hira.admin.v1.Vm;
import dev.hira.admin.v1.VmDeviceUsage;
import dev.hira.admin.v1.VmState;
import dev.hira.admin.v1.VmUsage;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.Rate;
import dev.hira.router.books.VmLedger;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.judge.count.VerdictTotals.Tally;
import dev.hira.router.operator.control.VmOnDevice;
import dev.hira.router.operator.vms.PathTotals;
import dev.hira.router.operator.vms.VmStanding;
import dev.hira.router.operator.vms.VmTotals;
import dev.hira.router.session.RouterServices;

/** Converts VMs to the admin service's messages. */
public final class VmMessages {
    private static final long NANOS = 1_000_000_000L;

    private final RouterServices services;

    public VmMessages(RouterServices services) {
        this.services = services;
    }

    public Vm vm(String name, VmCensus census) {
        Grant grant = census.grants().of(name);
        return Vm.newBuilder()
                .setName(name)
                .setState(state(name, census))
                .setClass_(census.grants().classOf(name))
                .setOwnPolicy(census.grants().own().containsKey(name))
                .setGrant(GrantMessages.message(grant))
                .setUsage(usage(name, census, grant))
                .build();
    }

    private VmState state(String name, VmCensus census) {
        return switch (services.registry().standings().of(name)) {
            case VmStanding.Running _ ->
                    census.totals().containsKey(name)
                            ? VmState.VM_STATE_RUNNING
                            : VmState.VM_STATE_EXPECTED;
            case VmStanding.Paused _ ->
                    SuspendedVms.isSuspended(services.registry(), name)
                            ? VmState.VM_STATE_SUSPENDED
                            : VmState.VM_STATE_PAUSED;
            case VmStanding.Evicted _ -> VmState.VM_STATE_EVICTED;
        };
    }

    private VmUsage usage(String name, VmCensus census, Grant grant) {
        VmTotals totals = census.totals(name);
        PathTotals all = totals.all();
        VmUsage.Builder usage =
                VmUsage.newBuilder()
                        .setSessions(totals.sessions())
                        .setCommands(all.commands())
                        .setCommandsDenied(all.denied())
                        .setBytesIn(all.bytesIn())
                        .setBytesOut(all.bytesOut())
                        .setMeasuredShare(census.shares().of(name))
                        .setUtilization(census.shares().utilizationBy(name))
                        .setWaiting(all.verdicts().stillWaiting())
                        .setJournalBytes(totals.journalBytes())
                        .setJournalObjects(totals.journalObjects());
        all.verdicts().delayed().forEach((word, tally) -> usage.addDelayed(reason(word, tally)));
        all.verdicts().denied().forEach((word, tally) -> usage.addDenied(reason(word, tally)));
        addResources(usage, name, grant);
        addDevices(usage, name, census);
        return usage.build();
    }

    private static Reason reason(String word, Tally tally) {
        return Reason.newBuilder()
                .setName(word)
                .setCommands(tally.commands())
                .setTime(duration(tally.nanos()))
                .build();
    }

    private void addResources(VmUsage.Builder usage, String name, Grant grant) {
        VmLedger ledger = services.registry().ledger(name);
        if (ledger != null) {
            Catalog.continuous(services.catalogs().values())
                    .forEach(r -> usage.addResources(resource(r, ledger, grant)));
        }
    }

    private static ResourceUsage resource(Catalog.Resource resource, VmLedger ledger, Grant grant) {
        ResourceUsage.Builder usage =
                ResourceUsage.newBuilder()
                        .setName(resource.name())
                        .setUnit(resource.unit())
                        .setHeld(ledger.held(resource.name()));
        long quota = grant.quota(resource.name());
        return (quota == Rate.UNLIMITED ? usage : usage.setQuota(quota)).build();
    }

    private static void addDevices(VmUsage.Builder usage, String name, VmCensus census) {
        long nanos = 0;
        for (VmOnDevice use : census.uses(name)) {
            nanos += use.nanos();
            usage.addDevices(
                    VmDeviceUsage.newBuilder()
                            .setDevice(use.device())
                            .setDeviceTime(duration(use.nanos()))
                            .setMeasuredShare(census.shares().of(name, use.device()))
                            .setUtilization(census.shares().utilizationBy(name, use.device()))
                            .setInFlight(use.inFlight())
                            .setWaiting(use.waiting()));
        }
        usage.setDeviceTime(duration(nanos));
    }

    public static Duration duration(long nanos) {
        return Duration.newBuilder()
                .setSeconds(nanos / NANOS)
                .setNanos((int) (nanos % NANOS))
                .build();
    }
}
