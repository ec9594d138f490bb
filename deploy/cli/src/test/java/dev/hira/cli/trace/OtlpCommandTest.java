package dev.hira.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.testing.Hira;
import dev.hira.cli.testing.LiveStack;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** Sends the spans of a real session to a collector with the command. */
final class OtlpCommandTest {
    @TempDir private Path folder;
    private final Hira hira = new Hira();

    private int trace(LiveStack stack, SpanCollector collector) {
        return hira.runAt(
                stack.admin(), "trace", "blue", "--seconds", "0.3", "--otlp", collector.address());
    }

    private static void work(CudaDriver cuda, AtomicBoolean over) {
        cuda.cuCtxCreate(0, 0);
        long memory = cuda.cuMemAlloc(1 << 20);
        while (!over.get()) {
            cuda.cuMemsetD8Async(memory, (byte) 1, 1 << 20, 0);
            cuda.cuCtxSynchronize();
        }
    }

    @Test
    void shouldSendSpansThatACollectorTakes() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        try (LiveStack stack = new LiveStack(folder);
                SpanCollector collector = new SpanCollector();
                CudaDriver blue = stack.open("blue")) {
            Thread worker = Thread.ofPlatform().start(() -> work(blue, over));
            try {
                shouldFindWorkBelowItsCall(stack, collector);
                collector.overload();
                assertThat(trace(stack, collector)).isEqualTo(ExitCode.SOFTWARE);
                assertThat(hira.err())
                        .contains("the spans cannot be sent to " + collector.address())
                        .contains("the collector answered 503");
                shouldKeepTheFileThatCannotBeSent(stack, collector.address());
            } finally {
                over.set(true);
                worker.join();
            }
            assertThat(collector.refusals()).isEmpty();
        }
        assertThat(folder.resolve("trace.json")).doesNotExist();
    }

    /** Traces again while the machine is so busy that a trace has no whole call with its work. */
    private void shouldFindWorkBelowItsCall(LiveStack stack, SpanCollector collector) {
        Optional<Span> work = Optional.empty();
        for (int i = 0; i < 20 && work.isEmpty(); i++) {
            assertThat(trace(stack, collector)).as(hira.err()).isZero();
            assertThat(hira.out()).startsWith(collector.address() + ": sessions 1, calls ");
            List<ResourceSpans> all =
                    collector.taken().stream()
                            .map(ExportTraceServiceRequest::getResourceSpansList)
                            .flatMap(List::stream)
                            .toList();
            assertThat(all)
                    .allSatisfy(spans ->
                            assertThat(attributes(spans.getResource().getAttributesList()))
                                    .containsEntry("service.name", "hira")
                                    .containsEntry("hira.vm", "blue"));
            work = all.isEmpty() ? work : checkedTree(spans(all));
        }
        assertThat(work).as("a fill by the device, below its call").isPresent();
    }

    private void shouldKeepTheFileThatCannotBeSent(LiveStack stack, String collector) {
        Path file = folder.resolve("kept.json");
        String[] words = {
            "trace", "blue", "--seconds", "0.3", "--otlp", collector, "--out", file.toString()
        };
        assertThat(hira.runAt(stack.admin(), words)).isEqualTo(ExitCode.SOFTWARE);
        assertThat(hira.out()).contains(file + ": sessions 1, calls ");
        assertThat(hira.err())
                .contains(collector + ", but the trace is in " + file + ": the collector answered");
        assertThat(file).isNotEmptyFile();
    }

    @Test
    void shouldSayThatATraceWithoutCallsSendsNothing() {
        String nothing = "http://127.0.0.1:1";
        try (LiveStack stack = new LiveStack(folder);
                CudaDriver _ = stack.open("blue")) {
            assertThat(
                            hira.runAt(
                                    stack.admin(),
                                    "trace",
                                    "blue",
                                    "--seconds",
                                    "0.1",
                                    "--otlp",
                                    nothing))
                    .as(hira.err())
                    .isZero();
            assertThat(hira.out())
                    .contains(
                            "nothing was sent to " + nothing + ", because the trace has no calls");
        }
    }

    private static Map<ByteString, Span> spans(List<ResourceSpans> all) {
        return all.stream()
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .flatMap(scope -> scope.getSpansList().stream())
                .collect(Collectors.toMap(Span::getSpanId, Function.identity()));
    }

    private static Map<String, String> attributes(List<KeyValue> all) {
        return all.stream()
                .collect(
                        Collectors.toMap(
                                KeyValue::getKey, value -> value.getValue().getStringValue()));
    }

    /** Checks that all spans are one trace below its root; returns a fill whose call is in it. */
    private static Optional<Span> checkedTree(Map<ByteString, Span> spans) {
        List<Span> roots =
                spans.values().stream().filter(span -> span.getParentSpanId().isEmpty()).toList();
        assertThat(roots).hasSize(1);
        Span root = roots.getFirst();
        assertThat(root.getName()).startsWith("session ").contains(" of blue ");
        assertThat(root.getTraceId().size()).isEqualTo(16);
        for (Span span : spans.values()) {
            assertThat(span.getTraceId()).isEqualTo(root.getTraceId());
            assertThat(span.getSpanId().size()).isEqualTo(8);
            assertThat(span.getStartTimeUnixNano())
                    .isBetween(root.getStartTimeUnixNano(), span.getEndTimeUnixNano());
            assertThat(span.getEndTimeUnixNano()).isLessThanOrEqualTo(root.getEndTimeUnixNano());
            assertThat(
                            span.getParentSpanId().isEmpty()
                                    || spans.containsKey(span.getParentSpanId()))
                    .as("the parent of %s", span.getName())
                    .isTrue();
        }
        return spans.values().stream()
                .filter(span -> attributes(span.getAttributesList()).containsValue("copy"))
                .filter(span -> parent(spans, span).getName().equals("cuMemsetD8Async"))
                .findAny();
    }

    private static Span parent(Map<ByteString, Span> spans, Span span) {
        return Objects.requireNonNull(spans.get(span.getParentSpanId()));
    }
}
