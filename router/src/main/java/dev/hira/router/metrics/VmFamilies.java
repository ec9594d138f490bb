package dev.hira.router.metrics;

import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.Rate;
import dev.hira.router.books.VmLedger;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.judge.count.WaitBuckets;
import dev.hira.router.operator.control.VmOnDevice;
import dev.hira.router.operator.vms.PathTotals;
import dev.hira.router.operator.vms.VmTotals;
import dev.hira.serving.metrics.MetricFamily;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/** The metrics of VMs during one collection. */
final class VmFamilies {
    private static final long[] BOUNDS =
            IntStream.range(0, WaitBuckets.COUNT).mapToLong(WaitBuckets::bound).toArray();

    private final MetricFamily sessions =
            new MetricFamily("hira_vm_sessions", "Open sessions", "vm");
    private final MetricFamily commands =
            new MetricFamily("hira_vm_commands", "Commands received", "vm", "device");
    private final MetricFamily bytes =
            new MetricFamily(
                    "hira_vm_bytes", "Bytes from and to guests", "vm", "device", "direction");
    private final MetricFamily delayed =
            new MetricFamily(
                    "hira_vm_delayed_commands", "Commands that waited", "vm", "device", "reason");
    private final MetricFamily delay =
            new MetricFamily(
                    "hira_vm_delayed_seconds",
                    "Total time that commands have waited",
                    "vm",
                    "device",
                    "reason");
    private final MetricFamily denied =
            new MetricFamily(
                    "hira_vm_denied_commands", "Commands refused", "vm", "device", "reason");
    private final MetricFamily waits =
            new MetricFamily(
                    "hira_vm_wait_seconds",
                    "Time that delayed commands waited before they went on",
                    "vm",
                    "device");
    private final MetricFamily time =
            new MetricFamily("hira_vm_device_seconds", "Measured device time", "vm", "device");
    private final MetricFamily inFlight =
            new MetricFamily("hira_vm_in_flight", "Commands at the device", "vm", "device");
    private final MetricFamily waiting =
            new MetricFamily(
                    "hira_vm_waiting", "Sessions that wait for the device", "vm", "device");
    private final MetricFamily held =
            new MetricFamily(
                    "hira_vm_resource_held", "Amount that sessions hold now", "vm", "resource");
    private final MetricFamily quota =
            new MetricFamily(
                    "hira_vm_resource_quota",
                    "Largest amount that sessions may hold",
                    "vm",
                    "resource");
    private final MetricFamily share = new MetricFamily("hira_vm_weight", "Granted weight", "vm");

    void sessions(String vm, int open) {
        sessions.add(open, vm);
    }

    void paths(String vm, VmTotals totals) {
        totals.devices().forEach((device, paths) -> paths(vm, device, paths));
    }

    private void paths(String vm, String device, PathTotals paths) {
        commands.add(paths.commands(), vm, device);
        bytes.add(paths.bytesIn(), vm, device, "in");
        bytes.add(paths.bytesOut(), vm, device, "out");
        paths.verdicts()
                .delayed()
                .forEach((reason, tally) -> {
                    delayed.add(tally.commands(), vm, device, reason);
                    delay.addNanos(tally.nanos(), vm, device, reason);
                });
        paths.verdicts()
                .denied()
                .forEach((reason, tally) -> denied.add(tally.commands(), vm, device, reason));
        waits.addHistogram(paths.verdicts().waits(), paths.verdicts().waitNanos(), vm, device);
    }

    void use(String vm, VmOnDevice use, boolean isActive) {
        time.addNanos(use.nanos(), vm, use.device());
        if (isActive) {
            inFlight.add(use.inFlight(), vm, use.device());
            waiting.add(use.waiting(), vm, use.device());
        }
    }

    /** Adds a VM's grant; meaningless for several VMs together. */
    void grant(String vm, GrantsState grants) {
        Grant grant = grants.of(vm);
        share.add(grant.share(), vm);
        grant.quotas()
                .forEach((resource, most) -> {
                    if (most != Rate.UNLIMITED) {
                        quota.add(most, vm, resource);
                    }
                });
    }

    void holds(String vm, VmLedger ledger, Collection<Catalog> catalogs) {
        Catalog.continuous(catalogs).forEach(r -> held.add(ledger.held(r.name()), vm, r.name()));
    }

    List<MetricSnapshot> snapshots() {
        return List.of(
                sessions.gauge(),
                commands.counter(),
                bytes.counter(),
                delayed.counter(),
                delay.counter(),
                denied.counter(),
                waits.histogram(BOUNDS),
                time.counter(),
                inFlight.gauge(),
                waiting.gauge(),
                held.gauge(),
                quota.gauge(),
                share.gauge());
    }
}
