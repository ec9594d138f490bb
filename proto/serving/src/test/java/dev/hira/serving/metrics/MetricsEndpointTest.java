package dev.hira.serving.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class MetricsEndpointTest {
    private static final URI ANYWHERE = URI.create("http://127.0.0.1:0");

    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicReference<String> unready = new AtomicReference<>("");
    private final AtomicReference<String> wanted = new AtomicReference<>("");
    private MetricsEndpoint endpoint;

    @BeforeEach
    void start() throws IOException {
        endpoint =
                MetricsEndpoint.start(
                        List.of(ANYWHERE),
                        registry,
                        unready::get,
                        token -> wanted.get().isEmpty() || wanted.get().equals(token));
    }

    @AfterEach
    void stop() {
        endpoint.close();
        client.close();
    }

    private HttpResponse<String> get(URI uri, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private void collect(MetricFamily family, boolean histogram) {
        MultiCollector collector =
                () ->
                        new MetricSnapshots(
                                histogram
                                        ? family.histogram(new long[] {1_000_000, Long.MAX_VALUE})
                                        : family.counter());
        registry.getPrometheusRegistry().register(collector);
    }

    @Test
    void shouldServeCountersHistogramsAndMicrometersMeters() throws Exception {
        registry.counter("hira.test.frames").increment(3);
        MetricFamily commands = new MetricFamily("hira_vm_commands", "Commands", "vm");
        commands.add(5L, "blue");
        commands.add(2L, "blue");
        collect(commands, false);
        MetricFamily waits = new MetricFamily("hira_vm_wait_seconds", "Waits", "vm");
        waits.addHistogram(new long[] {3, 1}, 2_000_000_000L, "blue");
        collect(waits, true);
        String body = get(endpoint.addresses().getFirst()).body();

        assertThat(body).contains("hira_test_frames_total 3.0");
        assertThat(body).contains("hira_vm_commands_total{vm=\"blue\"} 7.0");
        assertThat(body).contains("hira_vm_wait_seconds_bucket{vm=\"blue\",le=\"0.001\"} 3");
        assertThat(body).contains("hira_vm_wait_seconds_bucket{vm=\"blue\",le=\"+Inf\"} 4");
        assertThat(body).contains("hira_vm_wait_seconds_sum{vm=\"blue\"} 2.0");
    }

    /** Connects clients that begin a request and do not end it. */
    private List<Socket> silent(int clients) throws IOException {
        URI place = endpoint.addresses().getFirst();
        List<Socket> all = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            Socket socket = new Socket(place.getHost(), place.getPort());
            socket.getOutputStream().write("GET /met".getBytes(StandardCharsets.US_ASCII));
            all.add(socket);
        }
        return all;
    }

    @Test
    @Timeout(60)
    void shouldAnswerOthersWhileClientsStaySilent() throws Exception {
        List<Socket> silent = silent(100);
        for (String path : List.of("/healthz", "/readyz", "/metrics")) {
            URI uri = endpoint.addresses().getFirst().resolve(path);
            assertThat(get(uri).statusCode()).as(path).isEqualTo(200);
        }
        for (Socket each : silent) {
            each.close();
        }
    }

    @Test
    @Timeout(60)
    void shouldDisconnectAClientThatDoesNotEndItsRequest() throws Exception {
        try (Socket silent = silent(1).getFirst()) {
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void shouldServeOpenMetricsOnRequest() throws Exception {
        HttpResponse<String> answer =
                get(
                        endpoint.addresses().getFirst(),
                        "Accept",
                        "application/openmetrics-text; version=1.0.0");

        assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                .startsWith("application/openmetrics-text");
        assertThat(answer.body()).endsWith("# EOF\n");
    }

    @Test
    void shouldRefuseOtherRequests() throws Exception {
        URI metrics = endpoint.addresses().getFirst();
        HttpRequest post =
                HttpRequest.newBuilder(metrics)
                        .POST(HttpRequest.BodyPublishers.ofString("x"))
                        .build();

        assertThat(get(metrics.resolve("/")).statusCode()).isEqualTo(404);
        assertThat(client.send(post, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(405);
    }

    @Test
    void shouldTellThatTheProcessLivesAndWhetherItTakesSessions() throws Exception {
        URI metrics = endpoint.addresses().getFirst();
        URI ready = metrics.resolve("/readyz");
        assertThat(get(ready).statusCode()).isEqualTo(200);

        unready.set("no API server takes sessions");
        assertThat(get(ready).statusCode()).isEqualTo(503);
        assertThat(get(ready).body()).isEqualTo("no API server takes sessions\n");
        assertThat(get(metrics.resolve("/healthz")).statusCode()).isEqualTo(200);
    }

    @Test
    void shouldContinueAfterAFailedMetric() throws Exception {
        MultiCollector broken =
                () -> {
                    throw new IllegalStateException("a defect");
                };
        registry.getPrometheusRegistry().register(broken);

        assertThat(get(endpoint.addresses().getFirst()).statusCode()).isEqualTo(500);
        registry.getPrometheusRegistry().unregister(broken);
        assertThat(get(endpoint.addresses().getFirst()).statusCode()).isEqualTo(200);
    }

    @Test
    void shouldNameAPlaceThatCannotBeBound() {
        int port = endpoint.addresses().getFirst().getPort();
        URI taken = URI.create("http://127.0.0.1:" + port);

        assertThatThrownBy(
                        () -> MetricsEndpoint.start(List.of(taken), registry, () -> "", _ -> true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot serve metrics at " + taken);
        assertThat(MetricsEndpoint.problem(URI.create("https://a:1"))).contains("http://host:port");
        assertThat(MetricsEndpoint.problem(URI.create("http://a"))).isNotEmpty();
        assertThat(MetricsEndpoint.problem(URI.create("http://a:9464"))).isEmpty();
    }

    @Test
    void shouldShowMetricsToClientsWithATokenOnlyAndItsHealthToAll() throws Exception {
        wanted.set("secret");
        URI metrics = endpoint.addresses().getFirst();
        HttpResponse<String> refused = get(metrics, "Authorization", "Bearer guess");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(get(metrics).body()).contains("need a token of metrics.token-file");
        assertThat(get(metrics, "Authorization", "Bearer secret").statusCode()).isEqualTo(200);
        assertThat(get(metrics.resolve("/healthz")).statusCode()).isEqualTo(200);
        assertThat(get(metrics.resolve("/readyz")).statusCode()).isEqualTo(200);
    }
}
