package dev.hira.cli.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A collector of OpenTelemetry spans: takes OTLP over HTTP, and refuses what is not exactly in its
 * schema.
 */
final class SpanCollector implements AutoCloseable {
    private static final Set<String> IDS = Set.of("traceId", "spanId", "parentSpanId");

    private final HttpServer server;
    private final List<ExportTraceServiceRequest> requests = new CopyOnWriteArrayList<>();
    private final List<String> refusals = new CopyOnWriteArrayList<>();
    private volatile boolean overloaded;

    SpanCollector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", this::take);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Answers all further requests with 503. */
    void overload() {
        overloaded = true;
    }

    /** Returns what arrived since the last call. */
    List<ExportTraceServiceRequest> taken() {
        List<ExportTraceServiceRequest> all = List.copyOf(requests);
        requests.clear();
        return all;
    }

    /** Returns why requests were refused. */
    List<String> refusals() {
        return refusals;
    }

    private void take(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        int status = overloaded ? 503 : read(exchange, body);
        byte[] answer = "{}".getBytes(UTF_8);
        exchange.sendResponseHeaders(status, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private int read(HttpExchange exchange, String body) {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (!exchange.getRequestMethod().equals("POST") || !"application/json".equals(type)) {
            refusals.add(exchange.getRequestMethod() + " of " + type);
            return 415;
        }
        try {
            ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
            JsonFormat.parser().merge(inBase64(JsonParser.parseString(body)).toString(), request);
            requests.add(request.build());
            return 200;
        } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
            refusals.add(e.getMessage());
            return 400;
        }
    }

    /** Returns ids as JSON of protobuf has them; that of OTLP has hexadecimal digits. */
    private static JsonElement inBase64(JsonElement element) {
        if (element instanceof JsonArray array) {
            JsonArray all = new JsonArray();
            array.forEach(one -> all.add(inBase64(one)));
            return all;
        }
        if (element instanceof JsonObject object) {
            JsonObject all = new JsonObject();
            object.entrySet()
                    .forEach(entry ->
                            all.add(
                                    entry.getKey(),
                                    IDS.contains(entry.getKey())
                                            ? id(entry.getValue().getAsString())
                                            : inBase64(entry.getValue())));
            return all;
        }
        return element;
    }

    private static JsonPrimitive id(String digits) {
        return new JsonPrimitive(
                Base64.getEncoder().encodeToString(HexFormat.of().parseHex(digits)));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
