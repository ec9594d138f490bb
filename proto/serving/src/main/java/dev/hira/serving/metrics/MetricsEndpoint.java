package dev.hira.serving.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves all metrics at {@code /metrics}, as Prometheus' text or as OpenMetrics, over plain HTTP,
 * on its own threads.
 */
public final class MetricsEndpoint implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MetricsEndpoint.class);
    private static final String PATH = "/metrics";
    private static final String OPEN_METRICS = "application/openmetrics-text";
    private static final String OPEN_METRICS_TYPE = OPEN_METRICS + "; version=1.0.0; charset=utf-8";
    private static final String TEXT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final int THREADS = 2;
    private static final int BACKLOG = 16;

    private final PrometheusMeterRegistry registry;
    private final List<HttpServer> servers = new ArrayList<>();
    private final ExecutorService threads;

    private MetricsEndpoint(PrometheusMeterRegistry registry) {
        this.registry = registry;
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(
                        THREADS,
                        THREADS,
                        10,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(BACKLOG),
                        Thread.ofPlatform().daemon().name("hira-metrics-", 0).factory());
        pool.allowCoreThreadTimeOut(true);
        threads = pool;
    }

    /**
     * Starts serving at these places.
     *
     * @param places {@code http://host:port}, port 0 for any free one; empty: serves nothing
     * @throws IOException when a place cannot be bound; then none stays bound
     */
    public static MetricsEndpoint start(List<URI> places, PrometheusMeterRegistry registry)
            throws IOException {
        MetricsEndpoint endpoint = new MetricsEndpoint(registry);
        try {
            for (URI place : places) {
                endpoint.listen(place);
            }
            return endpoint;
        } catch (IOException e) {
            endpoint.close();
            throw e;
        }
    }

    /** Returns the defect of a place in a few words; empty for none. */
    public static String problem(URI place) {
        boolean right =
                "http".equals(place.getScheme())
                        && place.getHost() != null
                        && place.getPort() >= 0
                        && place.getPort() <= 65535
                        && (place.getPath().isEmpty() || place.getPath().equals("/"));
        return right ? "" : "'" + place + "' is not http://host:port";
    }

    private void listen(URI place) throws IOException {
        InetSocketAddress address = new InetSocketAddress(place.getHost(), place.getPort());
        HttpServer server;
        try {
            server = HttpServer.create(address, BACKLOG);
        } catch (IOException e) {
            throw new IOException("cannot serve metrics at " + place + ": " + e.getMessage(), e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
        servers.add(server);
    }

    /** Returns the bound places. */
    public List<URI> addresses() {
        return servers.stream()
                .map(HttpServer::getAddress)
                .map(a -> URI.create("http://" + host(a) + ":" + a.getPort() + PATH))
                .toList();
    }

    private static String host(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                text(exchange, 404, "metrics are at " + PATH + "\n");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                text(exchange, 405, "metrics can only be read\n");
            } else {
                metrics(exchange);
            }
        }
    }

    private void metrics(HttpExchange exchange) throws IOException {
        String accept = exchange.getRequestHeaders().getFirst("Accept");
        boolean open = accept != null && accept.contains(OPEN_METRICS);
        String type = open ? OPEN_METRICS_TYPE : TEXT_TYPE;
        String body;
        try {
            body = registry.scrape(type);
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("defect while metrics were gathered");
            text(exchange, 500, "the metrics cannot be gathered; see the log\n");
            return;
        }
        send(exchange, 200, type, body.getBytes(StandardCharsets.UTF_8));
    }

    private static void text(HttpExchange exchange, int status, String words) throws IOException {
        byte[] body = words.getBytes(StandardCharsets.UTF_8);
        send(exchange, status, "text/plain; charset=utf-8", body);
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        servers.forEach(server -> server.stop(0));
        threads.shutdownNow();
    }
}
