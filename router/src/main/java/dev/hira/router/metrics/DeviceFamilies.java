package dev.hira.router.metrics;

import dev.hira.policy.gate.DeviceUse;
import dev.hira.router.placement.DeviceView;
import dev.hira.router.placement.ServerView;
import dev.hira.serving.metrics.MetricFamily;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;

/** The metrics of devices during one collection. */
final class DeviceFamilies {
    private final MetricFamily sessions =
            new MetricFamily("hira_device_sessions", "Sessions that see the device", "device");
    private final MetricFamily memory =
            new MetricFamily("hira_device_memory_bytes", "Memory of the device", "device");
    private final MetricFamily time =
            new MetricFamily("hira_device_seconds", "Measured device time", "device");
    private final MetricFamily inFlight =
            new MetricFamily("hira_device_in_flight", "Commands at the device", "device");
    private final MetricFamily waiting =
            new MetricFamily("hira_device_waiting", "Sessions that wait for the device", "device");

    void server(ServerView server) {
        for (DeviceView device : server.devices()) {
            String name = server.name() + "/" + device.ordinal();
            sessions.add(device.sessions(), name);
            memory.add(device.memoryBytes(), name);
            inFlight.add(0, name);
            waiting.add(0, name);
        }
    }

    void use(DeviceUse use) {
        time.addNanos(use.nanos(), use.device());
        inFlight.add(use.inFlight(), use.device());
        waiting.add(use.waiting(), use.device());
    }

    List<MetricSnapshot> snapshots() {
        return List.of(
                sessions.gauge(),
                memory.gauge(),
                time.counter(),
                inFlight.gauge(),
                waiting.gauge());
    }
}
