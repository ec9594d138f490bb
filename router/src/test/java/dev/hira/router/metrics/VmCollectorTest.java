package dev.hira.router.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission;
import dev.hira.policy.Admission.Delay;
import dev.hira.policy.Admission.Deny;
import dev.hira.router.operator.control.VmOnDevice;
import dev.hira.router.testing.AdminRig;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.ToyCatalog;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VmCollectorTest {
    private static final int NAMED = 10;

    @TempDir private Path folder;
    private AdminRig rig;
    private VmCollector collector;

    @BeforeEach
    void start() throws Exception {
        rig = new AdminRig(folder, "hira.router.limits.sessions = 10000");
        collector = new VmCollector(rig.rig.services, rig.control, NAMED);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private Stream<? extends DataPointSnapshot> points(String name) {
        return collector.collect().stream()
                .filter(metric -> metric.getMetadata().getName().equals(name))
                .map(MetricSnapshot::getDataPoints)
                .flatMap(List::stream);
    }

    private double value(String name, String... labels) {
        return points(name)
                .filter(point -> hasAll(point, labels))
                .mapToDouble(VmCollectorTest::value)
                .sum();
    }

    private static boolean hasAll(DataPointSnapshot point, String... labels) {
        for (int i = 0; i < labels.length; i += 2) {
            if (!labels[i + 1].equals(point.getLabels().get(labels[i]))) {
                return false;
            }
        }
        return true;
    }

    private static double value(DataPointSnapshot point) {
        return switch (point) {
            case CounterDataPointSnapshot counter -> counter.getValue();
            case GaugeDataPointSnapshot gauge -> gauge.getValue();
            case HistogramDataPointSnapshot histogram -> histogram.getCount();
            default -> throw new AssertionError(point);
        };
    }

    private void work(Peer guest, long call) {
        guest.send(new Calls(call).call(ToyCatalog.WORK, false, 0, 0).frame());
        rig.rig.pump.run();
    }

    @Test
    void shouldSumWhatSessionsDoByVmAndDevice() {
        Peer first = rig.open("blue");
        Peer second = rig.open("blue");
        work(first, 1);
        work(first, 2);
        work(second, 1);
        rig.rig.policy.decide(command -> new Deny("quota", 0, "no"));
        work(second, 2);
        rig.control.uses.add(new VmOnDevice("s1/0", "blue", 1_500_000_000L, 4, 1));

        assertThat(value("hira_vm_commands", "vm", "blue")).isEqualTo(4);
        assertThat(value("hira_vm_denied_commands", "vm", "blue", "reason", "quota")).isEqualTo(1);
        assertThat(value("hira_vm_bytes", "vm", "blue", "direction", "in")).isPositive();
        assertThat(value("hira_vm_device_seconds", "vm", "blue", "device", "s1/0")).isEqualTo(1.5);
        assertThat(value("hira_vm_in_flight", "vm", "blue")).isEqualTo(4);
        assertThat(value("hira_vm_sessions", "vm", "blue")).isEqualTo(2);
        assertThat(value("hira_vm_weight", "vm", "blue")).isEqualTo(1);
    }

    @Test
    void shouldCountWaitsWhenTheyAreOver() {
        rig.rig.policy.decide(command -> new Delay("rate"));
        Peer guest = rig.open("blue");
        work(guest, 1);

        assertThat(value("hira_vm_delayed_commands", "vm", "blue", "reason", "rate")).isEqualTo(1);
        assertThat(value("hira_vm_wait_seconds", "vm", "blue")).isZero();
        rig.rig.policy.decide(command -> Admission.ADMIT);
        rig.rig.policy.resumeAll();
        rig.rig.pump.run();
        assertThat(value("hira_vm_wait_seconds", "vm", "blue")).isEqualTo(1);
        assertThat(value("hira_vm_delayed_commands", "vm", "blue", "reason", "rate")).isEqualTo(1);
    }

    @Test
    void shouldKeepCountersAndDropGaugesWhenAVmGoes() {
        Peer guest = rig.open("blue");
        work(guest, 1);
        assertThat(points("hira_vm_sessions").count()).isEqualTo(1);
        guest.link().kill();
        rig.rig.pump.run();

        assertThat(value("hira_vm_commands", "vm", "blue")).isEqualTo(1);
        assertThat(points("hira_vm_sessions").count()).isZero();
        assertThat(points("hira_vm_resource_held").count()).isZero();
        assertThat(points("hira_vm_weight").count()).isZero();
    }

    @Test
    void shouldCountAVmWhoseSessionsLiveBetweenTwoScrapes() {
        collector.collect();
        Peer guest = rig.open("blue");
        work(guest, 1);
        guest.link().kill();
        rig.rig.pump.run();

        assertThat(value("hira_vm_commands", "vm", "blue")).isEqualTo(1);
        assertThat(points("hira_vm_sessions").count()).isZero();
    }

    @Test
    void shouldNameOnlySoManyOfFiveThousandVms() {
        List<Peer> guests = rig.openAll(IntStream.range(0, 5000).mapToObj(i -> "vm" + i).toList());
        for (Peer guest : guests) {
            guest.send(new Calls(1).call(ToyCatalog.WORK, false, 0, 0).frame());
        }
        rig.rig.pump.run();
        TreeSet<String> names = new TreeSet<>();
        points("hira_vm_commands").forEach(point -> names.add(point.getLabels().get("vm")));

        assertThat(names).hasSize(NAMED + 1).contains("other");
        assertThat(value("hira_vm_commands")).isEqualTo(5000);
        assertThat(value("hira_vm_sessions", "vm", "other")).isEqualTo(5000 - NAMED);
    }
}
