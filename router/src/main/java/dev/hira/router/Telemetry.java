package dev.hira.router;

import dev.hira.metrics.MetricsEndpoint;
import dev.hira.router.config.MetricsConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a router counts, and where that is served. */
final class Telemetry implements AutoCloseable {
    private final List<URI> places;
    private final @Nullable PrometheusMeterRegistry prometheus;
    private final MeterRegistry meters;
    private @Nullable MetricsEndpoint endpoint;

    /**
     * @param own where the router counts in any case
     */
    Telemetry(MetricsConfig config, MeterRegistry own) {
        places = config.listen();
        prometheus =
                places.isEmpty() ? null : new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        meters = prometheus == null ? own : both(own, prometheus);
    }

    private static MeterRegistry both(MeterRegistry own, MeterRegistry prometheus) {
        CompositeMeterRegistry both = new CompositeMeterRegistry();
        both.add(own);
        both.add(prometheus);
        return both;
    }

    /** Where to count. */
    MeterRegistry meters() {
        return meters;
    }

    /**
     * Begins to serve.
     *
     * @param more metrics that are gathered when somebody asks
     */
    void start(MultiCollector more) throws IOException {
        if (prometheus != null) {
            prometheus.getPrometheusRegistry().register(more);
            endpoint = MetricsEndpoint.start(places, prometheus);
        }
    }

    List<URI> addresses() {
        return endpoint == null ? List.of() : endpoint.addresses();
    }

    @Override
    public void close() {
        if (endpoint != null) {
            endpoint.close();
        }
        if (prometheus != null) {
            prometheus.close();
        }
    }
}
