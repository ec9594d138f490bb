package dev.hira.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.testing.Hira;
import dev.hira.cli.testing.LiveStack;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

class ServerCommandTest {
    @TempDir private Path folder;
    private final Hira hira = new Hira();
    private LiveStack stack;
    private CudaDriver blue;

    @BeforeEach
    void start() {
        stack = new LiveStack(folder, List.of("gpu1", "gpu2"));
        blue = stack.open("blue");
        blue.cuMemAlloc(1 << 20);
    }

    @AfterEach
    void stop() {
        blue.close();
        stack.close();
    }

    private int run(String... arguments) {
        return hira.runAt(stack.admin(), arguments);
    }

    /** Returns the server that has the session of a VM. */
    private String serverOf(String vm) {
        assertThat(run("session", "list", "--json")).as(hira.err()).isZero();
        return hira.out()
                .lines()
                .map(ServerCommandTest::object)
                .filter(session -> session.get("vm").getAsString().equals(vm))
                .map(session -> session.get("server").getAsString())
                .findFirst()
                .orElseThrow();
    }

    private static String otherThan(String server) {
        return server.equals("gpu1") ? "gpu2" : "gpu1";
    }

    @Test
    void shouldDrainAServerAndBringItBack() {
        String old = serverOf("blue");
        String other = otherThan(old);
        assertThat(run("server", "drain", old)).as(hira.err()).isZero();
        assertThat(hira.out().lines())
                .satisfiesExactly(
                        moved ->
                                assertThat(moved)
                                        .matches("blue: session \\w+ moved to " + other + "/0"),
                        all -> assertThat(all).isEqualTo(old + ": 1 session moved, 0 left"));
        blue.cuCtxSynchronize();
        assertThat(run("server", "list")).isZero();
        assertThat(hira.out())
                .containsPattern(old + " +draining +0 .* an operator drains it")
                .containsPattern(other + " +up +1 +1 +1.0 MiB");
        assertThat(run("server", "undrain", "gpu1", "gpu2")).isZero();
        assertThat(hira.out().lines()).containsExactly("gpu1: up", "gpu2: up");
    }

    @Test
    void shouldReportADrainAsJson() {
        assertThat(run("server", "drain", serverOf("blue"), "--json")).as(hira.err()).isZero();
        List<JsonObject> reports = hira.out().lines().map(ServerCommandTest::object).toList();
        assertThat(reports)
                .extracting(report -> report.get("step").getAsString())
                .containsExactly("open", "round", "rest", "recreate", "copy", "done", "done");
        assertThat(reports.getLast().get("moved").getAsInt()).isEqualTo(1);
    }

    private static JsonObject object(String line) {
        return JsonParser.parseString(line).getAsJsonObject();
    }

    @Test
    void shouldSayWhichSessionsStay() {
        CudaDriver green = stack.open("green");
        runEndlessly(green);
        String server = serverOf("green");
        assertThat(run("server", "drain", server, "--limit", "1")).isEqualTo(ExitCode.SOFTWARE);
        assertThat(hira.out().lines())
                .satisfiesExactly(
                        stays ->
                                assertThat(stays)
                                        .matches(
                                                "green: session \\w+ stays: .* a block of the kernel"
                                                        + " '\\w+' had not ended .*"),
                        all -> assertThat(all).isEqualTo(server + ": 0 sessions moved, 1 left"));
        assertThat(hira.err())
                .startsWith("hira server drain: " + server + " is not drained: 1 session stays; ");
        assertThat(run("vm", "evict", "green")).isZero();
        green.close();
    }

    /** Runs a kernel that never ends, and waits until it runs: a queued one would move along. */
    private static void runEndlessly(CudaDriver cuda) {
        String endless =
                """
                .version 7.0
                .target sm_70
                .address_size 64
                .visible .entry endless(.param .u64 begun) {
                  .reg .b64 %d<2>;
                  ld.param.u64 %d1, [begun];
                  st.volatile.global.u8 [%d1], 1;
                LOOP:
                  bra LOOP;
                }
                """;
        long begun = cuda.cuMemAlloc(1);
        cuda.cuMemsetD8(begun, 0, 1);
        long stream = cuda.cuStreamCreate(1);
        try (Arena arena = Arena.ofConfined()) {
            long module = cuda.cuModuleLoadData(arena.allocateFrom(endless));
            long kernel = cuda.cuModuleGetFunction(module, "endless");
            MemorySegment parameters = arena.allocate(8, 8);
            parameters.set(ValueLayout.JAVA_LONG, 0, begun);
            cuda.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, parameters);
            MemorySegment seen = arena.allocate(1);
            while (seen.get(ValueLayout.JAVA_BYTE, 0) == 0) {
                cuda.cuMemcpyDtoH(seen, begun, 1);
            }
        }
    }
}
