package dev.hira.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.Timestamp;
import dev.hira.admin.v1.SessionCalls;
import dev.hira.admin.v1.SessionWork;
import dev.hira.admin.v1.TraceEnded;
import dev.hira.admin.v1.TraceStarted;
import dev.hira.admin.v1.TraceSubject;
import dev.hira.admin.v1.TraceVmResponse;
import dev.hira.trace.v1.CallEntryKind;
import dev.hira.trace.v1.TracedCalls;
import dev.hira.trace.v1.TracedWork;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests what becomes of the router's parts of a trace. */
final class TimelineTest {
    private static final long ZERO = 1_000_000;
    private static final TraceSubject SESSION =
            TraceSubject.newBuilder()
                    .setId("ab")
                    .setProcess("\"evil\"\n\u001b[31m")
                    .addDevices("gpu/0")
                    .addDevices("gpu/1")
                    .build();

    private final Timeline timeline = new Timeline("blue");
    private final TracedCalls.Builder calls = TracedCalls.newBuilder();
    private final TracedWork.Builder work = TracedWork.newBuilder();
    private long lastBegin;
    private long lastCall;
    private long lastWorkBegin;

    TimelineTest() {
        timeline.add(
                TraceVmResponse.newBuilder()
                        .setStarted(
                                TraceStarted.newBuilder()
                                        .setClock(ZERO)
                                        .setTime(Timestamp.newBuilder().setSeconds(60)))
                        .build());
    }

    /** Adds an entry about a call; times are relative to the beginning of the trace. */
    private void call(
            CallEntryKind kind, long call, int count, String name, String why, long at, long took) {
        calls.addKinds(kind).addCalls(call - lastCall).addCounts(count).addLanes(1);
        calls.addWords(name).addNames(calls.getWordsCount() - 1);
        if (why.isEmpty()) {
            calls.addReasons(0);
        } else {
            calls.addWords(why).addReasons(calls.getWordsCount());
        }
        calls.addBegins(ZERO + at - lastBegin).addNanos(took);
        lastBegin = ZERO + at;
        lastCall = call;
    }

    private void work(int device, int engine, long stream, String name, long at, long took) {
        work.addCalls(0).addDevices(device).addEngines(engine).addStreams(stream);
        work.addWords(name).addNames(work.getWordsCount() - 1).addBytes(engine == 0 ? 0 : 9);
        work.addBegins(at - lastWorkBegin).addNanos(took);
        lastWorkBegin = at;
    }

    private void deliver(long offset) {
        timeline.add(
                TraceVmResponse.newBuilder()
                        .setCalls(SessionCalls.newBuilder().setSession(SESSION).setCalls(calls))
                        .build());
        timeline.add(
                TraceVmResponse.newBuilder()
                        .setWork(
                                SessionWork.newBuilder()
                                        .setSession(SESSION)
                                        .setWork(work)
                                        .setOffsetErrorNanos(4)
                                        .setOffsetNanos(offset))
                        .build());
    }

    private JsonObject written() throws IOException {
        timeline.add(
                TraceVmResponse.newBuilder().setEnded(TraceEnded.getDefaultInstance()).build());
        StringWriter text = new StringWriter();
        ChromeTrace.write(timeline, text);
        return JsonParser.parseString(text.toString()).getAsJsonObject();
    }

    /** Returns the slices of each row, as "name begin+duration", by "group / row". */
    private static Map<String, List<String>> rows(JsonObject file) {
        Map<Integer, String> groups = new TreeMap<>();
        Map<Integer, String> names = new TreeMap<>();
        JsonArray events = file.getAsJsonArray("traceEvents");
        for (JsonElement each : events) {
            JsonObject event = each.getAsJsonObject();
            if (event.get("ph").getAsString().equals("M")) {
                String name = event.getAsJsonObject("args").get("name").getAsString();
                boolean group = event.get("name").getAsString().equals("process_name");
                (group ? groups : names).put(event.get(group ? "pid" : "tid").getAsInt(), name);
            }
        }
        Map<String, List<String>> rows = new TreeMap<>();
        for (JsonElement each : events) {
            JsonObject event = each.getAsJsonObject();
            if (event.get("ph").getAsString().equals("X")) {
                String row =
                        groups.get(event.get("pid").getAsInt())
                                + " / "
                                + names.get(event.get("tid").getAsInt());
                rows.computeIfAbsent(row, _ -> new ArrayList<>())
                        .add(
                                event.get("name").getAsString()
                                        + " "
                                        + event.get("ts")
                                        + "+"
                                        + event.get("dur"));
            }
        }
        return rows;
    }

    @Test
    void shouldNestWaitsInTheirCallsAndPairQuestionsWithAnswers() throws Exception {
        call(CallEntryKind.CALL_ENTRY_KIND_CALLS, 1, 3, "cuLaunchKernel", "", 100, 50);
        call(CallEntryKind.CALL_ENTRY_KIND_WAITED, 4, 1, "cuMemcpyDtoH", "rate", 200, 1000);
        call(CallEntryKind.CALL_ENTRY_KIND_WAITED, 4, 1, "cuMemcpyDtoH", "rate", 1200, 300);
        call(CallEntryKind.CALL_ENTRY_KIND_WAITED, 4, 1, "cuMemcpyDtoH", "queue", 1500, 7);
        call(CallEntryKind.CALL_ENTRY_KIND_ASKED, 4, 1, "cuMemcpyDtoH", "", 200, 1307);
        call(CallEntryKind.CALL_ENTRY_KIND_ANSWERED, 4, 1, "cuMemcpyDtoH", "", 3000, 0);
        call(CallEntryKind.CALL_ENTRY_KIND_DENIED, 5, 1, "cuMemAlloc", "quota", 4000, 0);
        deliver(0);
        assertThat(rows(written()))
                .containsEntry(
                        "session ab of blue (\"evil\"\n\u001b[31m) / thread 1",
                        List.of(
                                "cuLaunchKernel 0.100+0.050",
                                "cuMemcpyDtoH 0.200+2.800",
                                "waits: rate 0.200+1.300",
                                "waits: queue 1.500+0.007",
                                "refused: quota 4.000+0.000"));
    }

    @Test
    void shouldShowWorkByStreamAndByEngineInRowsWithoutOverlaps() throws Exception {
        work(0, 0, 0, "sgemm", ZERO - 500 + 100, 1000);
        work(0, 0, 5, "saxpy", ZERO - 500 + 600, 1000);
        work(1, 2, -3, "copy to host", ZERO - 500 + 700, 10);
        deliver(500);
        Map<String, List<String>> rows = rows(written());
        String session = "session ab of blue (\"evil\"\n\u001b[31m) / ";
        assertThat(rows)
                .containsOnly(
                        Map.entry("device gpu/0 / compute", List.of("sgemm 0.100+1.000")),
                        Map.entry("device gpu/0 / compute (2)", List.of("saxpy 0.600+1.000")),
                        Map.entry(
                                "device gpu/1 / copy engine 2",
                                List.of("copy to host 0.700+0.010")),
                        Map.entry(session + "gpu/0 default stream", List.of("sgemm 0.100+1.000")),
                        Map.entry(session + "gpu/0 stream 5", List.of("saxpy 0.600+1.000")),
                        Map.entry(
                                session + "gpu/1 default stream of thread 2",
                                List.of("copy to host 0.700+0.010")));
        assertThat(timeline.clockError()).isEqualTo(4);
    }

    @Test
    void shouldShowACallWithoutAnswerUntilTheEnd() throws Exception {
        call(CallEntryKind.CALL_ENTRY_KIND_ASKED, 4, 1, "cuStreamSynchronize", "", 0, 0);
        call(CallEntryKind.CALL_ENTRY_KIND_CALLS, 5, 1, "cuMemsetD8Async", "", 900, 100);
        deliver(0);
        assertThat(rows(written()).values().iterator().next())
                .containsExactly("cuStreamSynchronize 0.000+1.000", "cuMemsetD8Async 0.900+0.100");
    }

    @Test
    void shouldTellWhatIsMissing() throws Exception {
        calls.setDropped(7);
        work.setDropped(8);
        deliver(0);
        JsonObject facts = written().getAsJsonObject("otherData");
        assertThat(facts.get("dropped_entries").getAsInt()).isEqualTo(15);
        assertThat(facts.get("vm").getAsString()).isEqualTo("blue");
        assertThat(facts.get("begin").getAsString()).isEqualTo("1970-01-01T00:01:00Z");
        assertThat(timeline.isIncomplete()).isTrue();
    }
}
