package dev.hira.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.ExitStatus;
import dev.hira.cli.testing.Hira;
import dev.hira.cli.testing.LiveStack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** Traces real sessions with the command. */
final class TraceCommandTest {
    @TempDir private Path folder;
    private final Hira hira = new Hira();

    private static void work(CudaDriver cuda, AtomicBoolean over) {
        cuda.cuCtxCreate(0, 0);
        long memory = cuda.cuMemAlloc(1 << 20);
        while (!over.get()) {
            cuda.cuMemsetD8Async(memory, (byte) 1, 1 << 20, 0);
            cuda.cuCtxSynchronize();
        }
    }

    @Test
    void shouldWriteCallsAndWorkOfTheVm() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        try (LiveStack stack = new LiveStack(folder);
                CudaDriver blue = stack.open("blue");
                CudaDriver green = stack.open("green")) {
            Thread first = Thread.ofPlatform().start(() -> work(blue, over));
            Thread second = Thread.ofPlatform().start(() -> work(green, over));
            try {
                shouldFind(stack, Set.of("cuMemsetD8Async", "cuCtxSynchronize", "fill"));
            } finally {
                over.set(true);
                first.join();
                second.join();
            }
        }
    }

    /** Traces again while the machine is so busy that a trace misses some of the names. */
    private void shouldFind(LiveStack stack, Set<String> wanted) throws Exception {
        Path file = folder.resolve("trace.json");
        Set<String> names = new HashSet<>();
        Set<String> groups = new HashSet<>();
        for (int i = 0; i < 20 && !names.containsAll(wanted); i++) {
            int exit =
                    hira.runAt(
                            stack.admin(),
                            "trace",
                            "blue",
                            "--seconds",
                            "0.3",
                            "--out",
                            file.toString());
            assertThat(exit).as(hira.err()).isZero();
            JsonObject trace = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
            for (JsonElement each : trace.getAsJsonArray("traceEvents")) {
                JsonObject event = each.getAsJsonObject();
                names.add(event.get("name").getAsString());
                if (event.get("name").getAsString().equals("process_name")) {
                    groups.add(event.getAsJsonObject("args").get("name").getAsString());
                }
            }
        }
        assertThat(names).containsAll(wanted);
        assertThat(groups)
                .contains("device gpu/0")
                .anyMatch(name -> name.contains(" of blue "))
                .noneMatch(name -> name.contains("green"));
        assertThat(hira.out()).contains("trace.json: sessions 1, calls ");
    }

    @Test
    void shouldSayThatAVmHasNoSession() {
        Path file = folder.resolve("trace.json");
        try (LiveStack stack = new LiveStack(folder)) {
            assertThat(hira.runAt(stack.admin(), "policy", "set", "blue", "share=2")).isZero();
            assertThat(hira.runAt(stack.admin(), "trace", "bleu", "--seconds", "0.1"))
                    .isEqualTo(ExitStatus.UNKNOWN_NAME.code());
            assertThat(
                            hira.runAt(
                                    stack.admin(),
                                    "trace",
                                    "blue",
                                    "--seconds",
                                    "0.1",
                                    "--out",
                                    file.toString()))
                    .isEqualTo(ExitCode.SOFTWARE);
            assertThat(hira.err()).contains("the VM 'blue' had no open session in that time");
            assertThat(file).doesNotExist();
            assertThat(hira.runAt(stack.admin(), "trace", "bleu", "--seconds", "61"))
                    .isEqualTo(ExitCode.USAGE);
            assertThat(hira.err()).contains("a trace takes more than 0 s and at most 60 s, not 61");
        }
    }
}
