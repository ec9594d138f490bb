package dev.hira.cli.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.Timestamp;
import com.sun.net.httpserver.HttpServer;
import dev.hira.admin.v1.SessionCalls;
import dev.hira.admin.v1.SessionWork;
import dev.hira.admin.v1.TraceEnded;
import dev.hira.admin.v1.TraceStarted;
import dev.hira.admin.v1.TraceSubject;
import dev.hira.admin.v1.TraceVmResponse;
import dev.hira.cli.client.UsageException;
import dev.hira.trace.v1.CallEntryKind;
import dev.hira.trace.v1.TracedCalls;
import dev.hira.trace.v1.TracedWork;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

final class OtlpTraceTest {
    private static final TraceSubject SESSION =
            TraceSubject.newBuilder().setId("ab").setProcess("demo").addDevices("gpu/0").build();

    /** Three launches in one frame, one of which waited, and the kernel of the second. */
    private static Timeline timeline() {
        Timeline timeline = new Timeline("blue");
        timeline.add(
                TraceVmResponse.newBuilder()
                        .setStarted(
                                TraceStarted.newBuilder()
                                        .setTime(Timestamp.newBuilder().setSeconds(1)))
                        .build());
        TracedCalls calls =
                TracedCalls.newBuilder()
                        .addWords("cuLaunchKernel")
                        .addWords("queue")
                        .addKinds(CallEntryKind.CALL_ENTRY_KIND_WAITED)
                        .addKinds(CallEntryKind.CALL_ENTRY_KIND_CALLS)
                        .addAllCalls(List.of(5L, 0L))
                        .addAllCounts(List.of(1, 3))
                        .addAllLanes(List.of(1, 1))
                        .addAllNames(List.of(0, 0))
                        .addAllReasons(List.of(2, 0))
                        .addAllBegins(List.of(100L, 0L))
                        .addAllNanos(List.of(50L, 80L))
                        .build();
        TracedWork work =
                TracedWork.newBuilder()
                        .addWords("saxpy")
                        .addCalls(6)
                        .addDevices(0)
                        .addEngines(0)
                        .addStreams(0)
                        .addNames(0)
                        .addBytes(0)
                        .addBegins(200)
                        .addNanos(1000)
                        .build();
        timeline.add(
                TraceVmResponse.newBuilder()
                        .setCalls(SessionCalls.newBuilder().setSession(SESSION).setCalls(calls))
                        .build());
        timeline.add(
                TraceVmResponse.newBuilder()
                        .setWork(SessionWork.newBuilder().setSession(SESSION).setWork(work))
                        .build());
        timeline.add(
                TraceVmResponse.newBuilder().setEnded(TraceEnded.getDefaultInstance()).build());
        return timeline;
    }

    private static List<String> requests() throws IOException {
        return OtlpTrace.requests(timeline(), new SplittableRandom(1));
    }

    private static Map<String, JsonObject> spans(String body) {
        JsonObject resource =
                JsonParser.parseString(body)
                        .getAsJsonObject()
                        .getAsJsonArray("resourceSpans")
                        .get(0)
                        .getAsJsonObject();
        JsonArray spans =
                resource.getAsJsonArray("scopeSpans")
                        .get(0)
                        .getAsJsonObject()
                        .getAsJsonArray("spans");
        Map<String, JsonObject> found = new HashMap<>();
        for (JsonElement span : spans) {
            found.put(span.getAsJsonObject().get("name").getAsString(), span.getAsJsonObject());
        }
        return found;
    }

    private static JsonObject span(Map<String, JsonObject> spans, String name) {
        return Objects.requireNonNull(spans.get(name), name);
    }

    @Test
    void shouldMakeATraceOfASessionWhoseSpansHaveTheirCallsAsParents() throws Exception {
        assertThat(requests()).hasSize(1);
        Map<String, JsonObject> spans = spans(requests().getFirst());
        JsonObject root = span(spans, "session ab of blue (demo)");
        JsonObject call = span(spans, "cuLaunchKernel");
        JsonObject kernel = span(spans, "saxpy");
        assertThat(spans).hasSize(4);
        assertThat(root.get("parentSpanId").getAsString()).isEmpty();
        assertThat(call.get("parentSpanId")).isEqualTo(root.get("spanId"));
        assertThat(span(spans, "waits: queue").get("parentSpanId")).isEqualTo(call.get("spanId"));
        assertThat(kernel.get("parentSpanId")).isEqualTo(call.get("spanId"));
        assertThat(kernel.get("startTimeUnixNano").getAsString()).isEqualTo("1000000200");
        assertThat(kernel.get("endTimeUnixNano").getAsString()).isEqualTo("1000001200");
        assertThat(root.get("startTimeUnixNano").getAsString()).isEqualTo("1000000100");
        assertThat(root.get("endTimeUnixNano").getAsString()).isEqualTo("1000001200");
        assertThat(kernel.get("traceId").getAsString()).hasSize(32);
        assertThat(kernel.get("spanId").getAsString()).hasSize(16);
        assertThat(spans.values()).allMatch(s -> s.get("traceId").equals(root.get("traceId")));
    }

    @Test
    void shouldPostToACollectorAndReportItsRefusal() throws Exception {
        List<String> received = new CopyOnWriteArrayList<>();
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/v1/traces",
                exchange -> {
                    received.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
                    int status = received.size() == 1 ? 200 : 400;
                    exchange.sendResponseHeaders(status, -1);
                    exchange.close();
                });
        server.start();
        try {
            Collector collector =
                    new Collector(URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
            collector.send(requests());
            assertThat(received).isEqualTo(requests());
            assertThatThrownBy(() -> collector.send(requests()))
                    .hasMessageContaining("the collector answered 400");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void shouldSayWhyNoCollectorAnswers() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        ServerSocket free = new ServerSocket(0, 1, here);
        free.close();
        shouldFail("http://127.0.0.1:" + free.getLocalPort(), "no process listens there; ");
        shouldFail("http://no.such.host.invalid:4318", "there is no host of this name; ");
        HttpServer plain = HttpServer.create(new InetSocketAddress(here, 0), 0);
        plain.start();
        try {
            shouldFail("https://127.0.0.1:" + plain.getAddress().getPort(), "TLS failed: ");
        } finally {
            plain.stop(0);
        }
        try (ServerSocket closing = new ServerSocket(0, 50, here)) {
            Thread.ofVirtual().start(() -> endAll(closing));
            shouldFail(
                    "http://127.0.0.1:" + closing.getLocalPort(),
                    "the process there ended the connection; ");
        }
    }

    private static void shouldFail(String address, String reason) {
        Collector collector = new Collector(URI.create(address));
        assertThatThrownBy(() -> collector.send(List.of("{}")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(reason)
                .hasMessageEndingWith(
                        "; is a collector running, and is this its address for OTLP over HTTP?");
    }

    /** Ends each connection after its request began, until the socket is closed. */
    private static void endAll(ServerSocket socket) {
        try {
            while (true) {
                try (Socket each = socket.accept()) {
                    each.shutdownOutput();
                    each.getInputStream().transferTo(OutputStream.nullOutputStream());
                }
            }
        } catch (IOException e) {
            assertThat(socket.isClosed()).isTrue();
        }
    }

    @Test
    void shouldRefuseAnAddressThatIsNotOfHttp() {
        assertThatThrownBy(() -> new Collector(URI.create("http://localhost:65536")))
                .isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> new Collector(URI.create("localhost:4318")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("allowed is http://HOST:PORT");
    }
}
