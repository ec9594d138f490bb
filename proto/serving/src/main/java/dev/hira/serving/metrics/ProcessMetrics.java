package dev.hira.serving.metrics;

import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;

/** What every process exports: its build, and its JVM's memory, collections, threads and files. */
final class ProcessMetrics implements AutoCloseable {
    private final JvmGcMetrics collections = new JvmGcMetrics();

    ProcessMetrics(PrometheusMeterRegistry registry, ProcessInfo process) {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        collections.bindTo(registry);
        InfoSnapshot build = build(process);
        registry.getPrometheusRegistry().register(() -> build);
    }

    private static InfoSnapshot build(ProcessInfo process) {
        Labels labels =
                Labels.of(
                        "process",
                        process.kind(),
                        "name",
                        process.name(),
                        "version",
                        process.version(),
                        "java",
                        Runtime.version().toString());
        return InfoSnapshot.builder()
                .name("hira_build")
                .help("The process and the versions of its code and its JVM; always 1")
                .dataPoint(InfoDataPointSnapshot.builder().labels(labels).build())
                .build();
    }

    @Override
    public void close() {
        collections.close();
    }
}
