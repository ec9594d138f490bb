package dev.hira.serving.metrics;

import dev.hira.serving.auth.TokenFile;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The registries in which a process counts, and the endpoint that serves them. */
public final class Telemetry implements AutoCloseable {
    private final List<URI> places;
    private final Predicate<String> tokens;
    private final @Nullable PrometheusMeterRegistry prometheus;
    private final MeterRegistry meters;
    private @Nullable MetricsEndpoint endpoint;
    private @Nullable ProcessMetrics process;

    /**
     * @param own the registry in which the process counts in any case
     * @param clock for tokens that expire
     */
    public Telemetry(MetricsSettings settings, MeterRegistry own, InstantSource clock) {
        places = settings.listen();
        tokens =
                settings.tokens()
                        .map(TokenFile::new)
                        .<Predicate<String>>map(file -> token -> file.has(token, clock.instant()))
                        .orElse(_ -> true);
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

    /** Returns the registry in which to count. */
    public MeterRegistry meters() {
        return meters;
    }

    /**
     * Starts serving.
     *
     * @param info the process, for its build information and its readiness
     * @param more metrics that are gathered on request
     * @throws IOException when a place cannot be bound
     */
    public void start(ProcessInfo info, MultiCollector more) throws IOException {
        if (prometheus != null) {
            prometheus.getPrometheusRegistry().register(more);
            process = new ProcessMetrics(prometheus, info);
            endpoint = MetricsEndpoint.start(places, prometheus, info.unready(), tokens);
        }
    }

    /** Returns the bound places. */
    public List<URI> addresses() {
        return endpoint == null ? List.of() : endpoint.addresses();
    }

    @Override
    public void close() {
        if (endpoint != null) {
            endpoint.close();
        }
        if (process != null) {
            process.close();
        }
        if (prometheus != null) {
            prometheus.close();
        }
    }
}
