package dev.hira.cli.trace;

import com.google.gson.stream.JsonWriter;
import dev.hira.cli.trace.Slice.Track;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A timeline as OpenTelemetry's spans, in the JSON of OTLP. Each session is a trace with a root
 * span; calls are its children, a wait is a child of its call, and so is the work of devices.
 */
final class OtlpTrace {
    /** The most spans of one request. */
    private static final int BATCH = 2_000;

    /** The kind of spans within one process. */
    private static final int INTERNAL = 1;

    private final Timeline timeline;
    private final RandomGenerator random;
    private final long begin;
    private final Map<String, Root> roots = new LinkedHashMap<>();
    private final List<Span> spans = new ArrayList<>();

    private record Span(Slice slice, Root root, String id, String parent) {}

    /** A session's root span and its calls, by their numbers. */
    private static final class Root {
        private final String trace;
        private final String id;
        private final NavigableMap<Long, Span> calls = new TreeMap<>();
        private long begin = Long.MAX_VALUE;
        private long end;

        Root(String trace, String id) {
            this.trace = trace;
            this.id = id;
        }

        /** Returns the span of a call; null: it is not in the trace. */
        @Nullable String of(long call) {
            Map.Entry<Long, Span> found = calls.floorEntry(call);
            if (found == null) {
                return null;
            }
            return call < found.getKey() + found.getValue().slice().calls()
                    ? found.getValue().id()
                    : null;
        }
    }

    private OtlpTrace(Timeline timeline, RandomGenerator random) {
        this.timeline = timeline;
        this.random = random;
        this.begin = Duration.between(Instant.EPOCH, timeline.begin()).toNanos();
    }

    /** Returns the bodies of the requests to a collector. */
    static List<String> requests(Timeline timeline, RandomGenerator random) throws IOException {
        OtlpTrace trace = new OtlpTrace(timeline, random);
        List<Slice> slices = timeline.slices();
        trace.addCalls(slices);
        trace.addWork(slices);
        return trace.bodies();
    }

    private void addCalls(List<Slice> slices) {
        Map<Track, Deque<Span>> open = new HashMap<>();
        for (Slice slice : slices) {
            if (!isWork(slice)) {
                Root root = root(slice);
                Deque<Span> outer = open.computeIfAbsent(slice.track(), _ -> new ArrayDeque<>());
                while (!outer.isEmpty() && outer.element().slice().end() < slice.end()) {
                    outer.pop();
                }
                String parent = outer.isEmpty() ? root.id : outer.element().id();
                Span span = new Span(slice, root, id(8), parent);
                outer.push(span);
                spans.add(span);
                if (slice.kind().equals("call")) {
                    root.calls.put(slice.call(), span);
                }
            }
        }
    }

    private void addWork(List<Slice> slices) {
        for (Slice slice : slices) {
            if (isWork(slice) && !slice.details().containsKey("session")) {
                Root root = root(slice);
                String call = root.of(slice.call());
                spans.add(new Span(slice, root, id(8), call == null ? root.id : call));
            }
        }
    }

    private static boolean isWork(Slice slice) {
        return slice.kind().equals("kernel") || slice.kind().equals("copy");
    }

    private Root root(Slice slice) {
        Root root = roots.computeIfAbsent(slice.track().group(), _ -> new Root(id(16), id(8)));
        root.begin = Math.min(root.begin, slice.begin());
        root.end = Math.max(root.end, slice.end());
        return root;
    }

    private String id(int bytes) {
        byte[] id = new byte[bytes];
        random.nextBytes(id);
        id[0] |= 1; // an id of zeros means none
        return HexFormat.of().formatHex(id);
    }

    private List<String> bodies() throws IOException {
        List<String> bodies = new ArrayList<>();
        for (int from = 0; from < spans.size(); from += BATCH) {
            StringWriter text = new StringWriter();
            JsonWriter json = new JsonWriter(text);
            json.beginObject().name("resourceSpans").beginArray().beginObject();
            json.name("resource").beginObject().name("attributes").beginArray();
            attribute(json, "service.name", "hira");
            attribute(json, "hira.vm", timeline.vm());
            json.endArray().endObject();
            json.name("scopeSpans").beginArray().beginObject();
            json.name("scope").beginObject().name("name").value("hira").endObject();
            json.name("spans").beginArray();
            if (from == 0) {
                writeRoots(json);
            }
            for (Span span : spans.subList(from, Math.min(spans.size(), from + BATCH))) {
                write(json, span);
            }
            json.endArray().endObject().endArray().endObject().endArray().endObject();
            bodies.add(text.toString());
        }
        return bodies;
    }

    private void writeRoots(JsonWriter json) throws IOException {
        for (Map.Entry<String, Root> each : roots.entrySet()) {
            Root root = each.getValue();
            begin(json, root.trace, root.id, "", each.getKey(), root.begin, root.end);
            json.endArray().endObject();
        }
    }

    private void write(JsonWriter json, Span span) throws IOException {
        Slice slice = span.slice();
        begin(
                json,
                span.root().trace,
                span.id(),
                span.parent(),
                slice.name(),
                slice.begin(),
                slice.end());
        attribute(json, "hira.track", slice.track().name());
        attribute(json, "hira.kind", slice.kind());
        for (Map.Entry<String, Object> detail : new TreeMap<>(slice.details()).entrySet()) {
            attribute(json, "hira." + detail.getKey(), detail.getValue());
        }
        json.endArray().endObject();
    }

    /** Begins a span, up to the beginning of its attributes. */
    private void begin(
            JsonWriter json,
            String trace,
            String id,
            String parent,
            String name,
            long from,
            long to)
            throws IOException {
        json.beginObject();
        json.name("traceId").value(trace);
        json.name("spanId").value(id);
        json.name("parentSpanId").value(parent);
        json.name("name").value(name);
        json.name("kind").value(INTERNAL);
        json.name("startTimeUnixNano").value(Long.toString(begin + from));
        json.name("endTimeUnixNano").value(Long.toString(begin + to));
        json.name("attributes").beginArray();
    }

    private static void attribute(JsonWriter json, String key, Object value) throws IOException {
        json.beginObject().name("key").value(key).name("value").beginObject();
        if (value instanceof Number number) {
            json.name("intValue").value(number.toString());
        } else {
            json.name("stringValue").value(value.toString());
        }
        json.endObject().endObject();
    }
}
