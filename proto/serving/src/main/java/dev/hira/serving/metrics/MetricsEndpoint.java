package dev.hira.serving.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hira.base.SocketFailures;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves all metrics at {@code /metrics}, as Prometheus' text or as OpenMetrics, over plain HTTP,
 * each request on a virtual thread of its own and within a time limit. {@code /healthz} answers
 * while the process lives, and {@code /readyz} tells whether it takes sessions. Where tokens are
 * required, only {@code /metrics} asks for one.
 */
public final class MetricsEndpoint implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MetricsEndpoint.class);
    private static final String PATH = "/metrics";
    private static final String HEALTH = "/healthz";
    private static final String READINESS = "/readyz";
    private static final String OPEN_METRICS = "application/openmetrics-text";
    private static final String OPEN_METRICS_TYPE = OPEN_METRICS + "; version=1.0.0; charset=utf-8";
    private static final String TEXT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final String SCHEME = "Bearer";
    private static final int BACKLOG = 16;

    /** The clients that read the metrics at a time; each keeps a copy until it has read it. */
    private static final int READERS = 8;

    static {
        // The server of the JDK has these limits only as properties of the process.
        limit("sun.net.httpserver.maxReqTime", 5);
        limit("sun.net.httpserver.maxRspTime", 30);
        limit("jdk.httpserver.maxConnections", 1024);
    }

    private final PrometheusMeterRegistry registry;
    private final Supplier<String> unready;
    private final Predicate<String> tokens;
    private final List<HttpServer> servers = new ArrayList<>();
    private final Semaphore readers = new Semaphore(READERS);
    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("hira-metrics-", 0).factory());

    private MetricsEndpoint(
            PrometheusMeterRegistry registry, Supplier<String> unready, Predicate<String> tokens) {
        this.registry = registry;
        this.unready = unready;
        this.tokens = tokens;
    }

    /** Sets a limit unless an option of the JVM has set it. */
    private static void limit(String property, int value) {
        System.getProperties().putIfAbsent(property, Integer.toString(value));
    }

    /**
     * Starts serving at these places.
     *
     * @param places {@code http://host:port}, port 0 for any free one; empty: serves nothing
     * @param unready returns why the process takes no sessions now; empty if it does
     * @param tokens tells whether a client with this token may read the metrics; empty for none
     * @throws IOException when a place cannot be bound; then none stays bound
     */
    public static MetricsEndpoint start(
            List<URI> places,
            PrometheusMeterRegistry registry,
            Supplier<String> unready,
            Predicate<String> tokens)
            throws IOException {
        MetricsEndpoint endpoint = new MetricsEndpoint(registry, unready, tokens);
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
            throw new IOException(
                    "cannot serve metrics at " + place + ": " + SocketFailures.listening(e), e);
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
            String path = exchange.getRequestURI().getPath();
            if (!List.of(PATH, HEALTH, READINESS).contains(path)) {
                text(exchange, 404, "this address serves /metrics, /healthz and /readyz\n");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                text(exchange, 405, path + " can only be read\n");
            } else if (path.equals(PATH) && !tokens.test(token(exchange))) {
                exchange.getResponseHeaders().set("WWW-Authenticate", SCHEME);
                text(exchange, 401, "the metrics need a token of metrics.token-file\n");
            } else if (path.equals(PATH)) {
                metricsInTurn(exchange);
            } else if (path.equals(HEALTH)) {
                text(exchange, 200, "alive\n");
            } else {
                readiness(exchange);
            }
        }
    }

    /** Returns the token that a client presents; empty when there is none. */
    private static String token(HttpExchange exchange) {
        String given = exchange.getRequestHeaders().getFirst("Authorization");
        return given != null && given.startsWith(SCHEME + " ")
                ? given.substring(SCHEME.length() + 1)
                : "";
    }

    private void readiness(HttpExchange exchange) throws IOException {
        String why = unready.get();
        text(exchange, why.isEmpty() ? 200 : 503, (why.isEmpty() ? "ready" : why) + "\n");
    }

    private void metricsInTurn(HttpExchange exchange) throws IOException {
        if (!readers.tryAcquire()) {
            text(exchange, 503, READERS + " clients are reading the metrics; try again later\n");
            return;
        }
        try {
            metrics(exchange);
        } finally {
            readers.release();
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
