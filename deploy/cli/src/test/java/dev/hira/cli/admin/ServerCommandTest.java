package dev.hira.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.testing.Hira;
import dev.hira.cli.testing.LiveStack;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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

    @Test
    void shouldDrainAServerAndBringItBack() {
        assertThat(run("server", "drain", "gpu1")).as(hira.err()).isZero();
        assertThat(hira.out().lines())
                .satisfiesExactly(
                        moved -> assertThat(moved).matches("blue: session \\w+ moved to gpu2/0"),
                        all -> assertThat(all).isEqualTo("gpu1: 1 sessions moved, 0 left"));
        blue.cuCtxSynchronize();
        assertThat(run("server", "list")).isZero();
        assertThat(hira.out())
                .containsPattern("gpu1 +draining +0 .* an operator drains it")
                .containsPattern("gpu2 +up +1 +1 +1.0 MiB");
        assertThat(run("server", "undrain", "gpu1", "gpu2")).isZero();
        assertThat(hira.out().lines()).containsExactly("gpu1: up", "gpu2: up");
    }

    @Test
    void shouldReportADrainAsJson() {
        assertThat(run("server", "drain", "gpu1", "--json")).as(hira.err()).isZero();
        assertThat(hira.out().lines())
                .hasSizeGreaterThanOrEqualTo(7)
                .allMatch(line -> line.startsWith("{"))
                .last()
                .asString()
                .contains("\"moved\":1", "MIGRATION_STEP_DONE");
    }

    @Test
    void shouldSayWhichSessionsStay() {
        String endless =
                """
                .version 7.0
                .target sm_70
                .address_size 64
                .visible .entry endless() {
                LOOP:
                  bra LOOP;
                }
                """;
        CudaDriver green = stack.open("green");
        try (Arena arena = Arena.ofConfined()) {
            long module = green.cuModuleLoadData(arena.allocateFrom(endless));
            long kernel = green.cuModuleGetFunction(module, "endless");
            green.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, MemorySegment.NULL);
        }
        assertThat(green.cuStreamQuery(0)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        assertThat(run("server", "drain", "gpu2", "--limit", "1")).isEqualTo(ExitCode.SOFTWARE);
        assertThat(hira.out().lines())
                .satisfiesExactly(
                        stays -> assertThat(stays).matches("green: session \\w+ stays: the .*"),
                        all -> assertThat(all).isEqualTo("gpu2: 0 sessions moved, 1 left"));
        assertThat(hira.err())
                .startsWith("hira server drain: gpu2 is not drained: 1 session stays; ");
        assertThat(run("vm", "evict", "green")).isZero();
        green.close();
    }
}
