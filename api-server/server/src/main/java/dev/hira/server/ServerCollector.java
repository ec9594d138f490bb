package dev.hira.server;

import dev.hira.server.host.DeviceReport;
import dev.hira.server.host.DriverHost;
import dev.hira.server.session.SessionHost;
import dev.hira.server.session.VmActivity;
import dev.hira.serving.metrics.MetricFamily;
import dev.hira.serving.metrics.VmLabels;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/** Collects the metrics of VMs and devices at each scrape. */
final class ServerCollector implements MultiCollector {
    private static final long LINGER_NANOS = 300_000_000_000L;

    private final SessionHost sessions;
    private final DriverHost host;
    private final LongSupplier nanoTime;
    private final VmLabels labels;

    /**
     * Creates a collector.
     *
     * @param mostVms the number of VMs to list by name
     */
    ServerCollector(SessionHost sessions, DriverHost host, LongSupplier nanoTime, int mostVms) {
        this.sessions = sessions;
        this.host = host;
        this.nanoTime = nanoTime;
        this.labels = new VmLabels(mostVms, LINGER_NANOS);
    }

    @Override
    public MetricSnapshots collect() {
        List<MetricSnapshot> all = new ArrayList<>(vms());
        all.addAll(devices());
        return new MetricSnapshots(all);
    }

    private List<MetricSnapshot> vms() {
        MetricFamily calls = new MetricFamily("hira_server_vm_calls", "Calls that were made", "vm");
        MetricFamily failed =
                new MetricFamily("hira_server_vm_calls_failed", "Calls that failed", "vm");
        MetricFamily bytes =
                new MetricFamily(
                        "hira_server_vm_bytes", "Bytes from and to routers", "vm", "direction");
        MetricFamily open = new MetricFamily("hira_server_vm_sessions", "Open sessions", "vm");
        Map<String, VmActivity> uses = sessions.vmUses();
        SortedSet<String> active = new TreeSet<>();
        uses.forEach((vm, use) -> {
            if (use.sessions() > 0) {
                active.add(vm);
            }
        });
        labels.update(nanoTime.getAsLong(), active, uses.keySet())
                .forEach((vm, name) -> {
                    VmActivity use = uses.getOrDefault(vm, new VmActivity(0, 0, 0, 0, 0));
                    calls.add(use.calls(), name);
                    failed.add(use.failures(), name);
                    bytes.add(use.received(), name, "in");
                    bytes.add(use.sent(), name, "out");
                    if (use.sessions() > 0) {
                        open.add(use.sessions(), name);
                    }
                });
        return List.of(calls.counter(), failed.counter(), bytes.counter(), open.gauge());
    }

    private List<MetricSnapshot> devices() {
        MetricFamily time = new MetricFamily("hira_server_device_seconds", "Time busy", "device");
        MetricFamily memory =
                new MetricFamily("hira_server_device_memory_bytes", "Device memory", "device");
        MetricFamily free =
                new MetricFamily(
                        "hira_server_device_memory_free_bytes", "Free device memory", "device");
        MetricFamily load =
                new MetricFamily("hira_server_device_load", "Share of recent time busy", "device");
        MetricFamily seen =
                new MetricFamily(
                        "hira_server_device_sessions", "Sessions that see the device", "device");
        for (DeviceReport device : host.devices()) {
            String ordinal = Integer.toString(device.ordinal());
            time.addNanos(device.busyNanos(), ordinal);
            memory.add(device.totalMemory(), ordinal);
            free.add(device.freeMemory(), ordinal);
            load.add(device.load(), ordinal);
            seen.add(sessions.sessionsOn(device.ordinal()), ordinal);
        }
        return List.of(time.counter(), memory.gauge(), free.gauge(), load.gauge(), seen.gauge());
    }
}
