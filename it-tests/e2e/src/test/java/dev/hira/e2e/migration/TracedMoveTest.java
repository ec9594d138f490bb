package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.TraceVmRequest;
import dev.hira.admin.v1.TraceVmResponse;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Traces of a VM that computes and moves, with processes. */
@Tag("thorough")
@Timeout(180)
class TracedMoveTest {
    @TempDir private Path folder;
    private LocalStack stack;
    private AdminClient admin;

    @BeforeEach
    void start() {
        stack = LocalStack.start(2, List.of("--profile", "small"), List.of());
        admin = AdminClient.connect(stack.adminUri());
    }

    @AfterEach
    void stop() {
        admin.close();
        stack.close();
    }

    @Test
    void shouldFollowAVmToAnotherServerAndWriteSlicesThatNest() throws Exception {
        Walker walker = new Walker(stack.uri() + "?devices=1&vm=red");
        try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
            Future<Boolean> result = threads.submit(walker);
            try {
                walker.awaitSteps(10);
                shouldSeeBothServers();
                shouldWriteAFile();
            } finally {
                walker.stop();
            }
            assertThat(result.get(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private void shouldSeeBothServers() {
        TraceVmRequest request =
                TraceVmRequest.newBuilder()
                        .setVm("red")
                        .setDuration(com.google.protobuf.Duration.newBuilder().setSeconds(60))
                        .build();
        Iterator<TraceVmResponse> parts = admin.always().traceVm(request);
        String first = awaitWork(parts, "");
        String other = first.equals("server0/0") ? "server1/0" : "server0/0";
        admin.always()
                .migrateVm(MigrateVmRequest.newBuilder().setVm("red").setTarget(other).build())
                .forEachRemaining(step -> {});
        assertThat(awaitWork(parts, first)).isEqualTo(other);
    }

    /** Returns the device of the next work, which must be another one than that. */
    private static String awaitWork(Iterator<TraceVmResponse> parts, String not) {
        while (parts.hasNext()) {
            TraceVmResponse part = parts.next();
            String device =
                    part.getWork().getSession().getDevicesCount() == 0
                            ? not
                            : part.getWork().getSession().getDevices(0);
            if (part.getWork().getWork().getWordsList().contains("step") && !device.equals(not)) {
                return device;
            }
        }
        throw new AssertionError("the trace ended without work of another device than " + not);
    }

    /** Traces with the command, again while the machine is so busy that a trace misses the VM. */
    private void shouldWriteAFile() throws Exception {
        admin.close(); // ends the trace under way
        Path file = folder.resolve("trace.json");
        Set<String> names = new HashSet<>();
        Set<String> wanted = Set.of("step", "cuLaunchKernel", "cuCtxSynchronize");
        for (int i = 0; i < 20 && !names.containsAll(wanted); i++) {
            names.addAll(traceOnce(file));
        }
        assertThat(names).containsAll(wanted);
    }

    private Set<String> traceOnce(Path file) throws Exception {
        List<String> arguments =
                List.of(
                        "trace",
                        "red",
                        "--seconds",
                        "0.5",
                        "--out",
                        file.toString(),
                        "--admin",
                        stack.adminUri());
        try (HiraProcess trace = HiraProcess.hira("trace", arguments)) {
            if (trace.awaitExit(Duration.ofMinutes(1)) != 0) {
                assertThat(trace.output()).contains("is being traced already");
                return Set.of();
            }
        }
        JsonObject json = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        Set<String> names = new HashSet<>();
        Map<Integer, List<JsonObject>> rows = new TreeMap<>();
        for (JsonElement each : json.getAsJsonArray("traceEvents")) {
            JsonObject event = each.getAsJsonObject();
            names.add(event.get("name").getAsString());
            if (event.get("ph").getAsString().equals("X")) {
                rows.computeIfAbsent(event.get("tid").getAsInt(), _ -> new ArrayList<>())
                        .add(event);
            }
        }
        rows.values().forEach(TracedMoveTest::shouldNest);
        return names;
    }

    private static void shouldNest(List<JsonObject> row) {
        row.sort(
                Comparator.comparing(TracedMoveTest::begin)
                        .thenComparing(TracedMoveTest::end, Comparator.reverseOrder()));
        Deque<BigDecimal> open = new ArrayDeque<>();
        for (JsonObject slice : row) {
            while (!open.isEmpty() && open.element().compareTo(begin(slice)) <= 0) {
                open.pop();
            }
            assertThat(open.isEmpty() || end(slice).compareTo(open.element()) <= 0)
                    .as("%s within the slice that ends at %s", slice, open.peek())
                    .isTrue();
            open.push(end(slice));
        }
    }

    private static BigDecimal begin(JsonObject slice) {
        return slice.get("ts").getAsBigDecimal();
    }

    private static BigDecimal end(JsonObject slice) {
        return begin(slice).add(slice.get("dur").getAsBigDecimal());
    }
}
