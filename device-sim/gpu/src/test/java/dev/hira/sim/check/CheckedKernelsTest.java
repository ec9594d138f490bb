package dev.hira.sim.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.cuda.CudaException;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimFixture;
import dev.hira.sim.kernel.Checks;
import dev.hira.sim.kernel.KernelLoader;
import dev.hira.sim.kernel.KernelSettings;
import dev.hira.sim.launch.KernelCompiler;
import dev.hira.sim.launch.Tier;
import dev.hira.sim.profile.ProfileText;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the findings for kernels with one mistake each with the reviewed reports, and expects
 * none for correct kernels. With {@code -Dtest.jvm.extra=-Dhira.test.record=true} the test rewrites
 * the reports.
 */
class CheckedKernelsTest extends SimFixture {
    private static final Path KERNELS = Path.of("../kernels/src/test/kernels");
    private static final Path REPORTS = Path.of("src/test/golden/check");
    private static final String HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n";

    private final List<String> findings = Collections.synchronizedList(new ArrayList<>());

    @Override
    protected SimConfig config() {
        return SimConfig.of(ProfileText.parse("profile=small,capability=9.0"))
                .withKernels(kernels())
                .withKernelSettings(
                        KernelSettings.usual()
                                .withChecks(new Checks(true, true))
                                .withFindings(findings::add));
    }

    /** Returns the engine under test. */
    KernelLoader kernels() {
        return KernelCompiler.of(Tier.scalar());
    }

    /** Returns the name of the tier that runs checked kernels. */
    String tier() {
        return "scalar";
    }

    /** Returns the part of a report that does not depend on the engine. */
    String comparable(String report) {
        return report;
    }

    static List<Path> mistakes() throws IOException {
        return textsIn("mistakes");
    }

    static List<Path> sound() throws IOException {
        return textsIn("sound");
    }

    private static List<Path> textsIn(String folder) throws IOException {
        try (Stream<Path> files = Files.list(KERNELS.resolve(folder))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void shouldReportAMistake(Path text) throws IOException {
        String report = run(Files.readString(text));
        String name = text.getFileName().toString().replace(".ptx", ".txt");
        Path reviewed = REPORTS.resolve(name);
        if (Boolean.getBoolean("hira.test.record")) {
            Files.createDirectories(REPORTS);
            Files.writeString(reviewed, report);
        }
        assertThat(report).isNotBlank();
        assertThat(comparable(report))
                .as("%s; -Dtest.jvm.extra=-Dhira.test.record=true rewrites it", reviewed)
                .isEqualTo(comparable(Files.readString(reviewed)));
    }

    @ParameterizedTest
    @MethodSource("sound")
    void shouldFindNothingInAKernelWithoutMistakes(Path text) throws IOException {
        assertThat(run(Files.readString(text))).isEmpty();
        assertThat(host.statistics().getFirst().findings()).isZero();
    }

    @Test
    void shouldReportUnfreedMemoryWhenAContextEnds() {
        long kept = cuda.cuMemAlloc(100);
        cuda.cuCtxDestroy(context);
        assertThat(findings)
                .singleElement()
                .asString()
                .startsWith("Note: the context ends with memory that was not freed: 100 bytes in 1")
                .endsWith("100 bytes at 0x" + Long.toHexString(kept));
    }

    @Test
    void shouldReportACopyOfMemoryInWhichNothingWasWritten() {
        long fresh = cuda.cuMemAlloc(100_000);
        long target = cuda.cuMemAlloc(100_000);
        read(fresh + 8, 70_000);
        cuda.cuMemcpyDtoD(target, fresh, 400);
        cuda.cuCtxSynchronize();
        assertThat(findings)
                .containsExactly(
                        "Found in a copy of 70000 bytes from 0x"
                                + Long.toHexString(fresh + 8)
                                + ": nothing was written there since the memory was allocated.",
                        "Found in a copy of 400 bytes from 0x"
                                + Long.toHexString(fresh)
                                + ": nothing was written there since the memory was allocated.");
        assertThat(host.statistics().getFirst().findings()).isEqualTo(2);
    }

    @Test
    void shouldAcceptACopyOfMemoryThatWasWrittenInPart() {
        long fresh = cuda.cuMemAlloc(100_000);
        cuda.cuMemsetD8(fresh + 90_000, (byte) 1, 1);
        read(fresh, 100_000);
        assertThat(findings).isEmpty();
    }

    @Test
    void shouldReportNoLeakOfAFailedContext() {
        cuda.cuMemAlloc(100);
        long module =
                cuda.cuModuleLoadData(
                        MemorySegment.ofArray(
                                """
                                .version 8.0
                                .target sm_75
                                .address_size 64
                                .visible .entry fails() { trap; }
                                """
                                        .getBytes(StandardCharsets.UTF_8)));
        long fails = cuda.cuModuleGetFunction(module, "fails");
        cuda.cuLaunchKernel(fails, 1, 1, 1, 1, 1, 1, 0, 0, MemorySegment.NULL);
        assertThatThrownBy(cuda::cuCtxSynchronize).isInstanceOf(CudaException.class);
        cuda.cuCtxDestroy(context);

        assertThat(findings).noneMatch(finding -> finding.contains("not freed"));
    }

    @Test
    void shouldShowTheTierAndTheFindingsInTheStatistics() throws IOException {
        run(Files.readString(KERNELS.resolve("mistakes/no-barrier.ptx")));
        assertThat(host.statistics().getFirst().findings()).isPositive();
        assertThat(host.statistics().getFirst().kernels())
                .singleElement()
                .satisfies(kernel -> {
                    assertThat(kernel.tier()).isEqualTo(tier());
                    assertThat(kernel.why()).isEqualTo("kernels are checked");
                });
    }

    @ParameterizedTest
    @CsvSource({
        "16, which ends 0 bytes before the address",
        "-8, which begins 8 bytes after the address"
    })
    void shouldNameTheNearestAllocationInTheHeapOfKernels(long place, String where) {
        String text =
                """
                .extern .func (.param .b64 r) malloc(.param .b64 n);
                .visible .entry k(.param .u64 data_param, .param .u64 fresh_param,
                        .param .u64 freed_param) {
                    .reg .b64 %%rd<9>;
                    { .param .b64 n; .param .b64 r;
                    st.param.b64 [n], 16;
                    call.uni (r), malloc, (n);
                    ld.param.b64 %%rd1, [r]; }
                    st.u32 [%%rd1+%d], 3;
                    ret;
                }
                """
                        .formatted(place);

        assertThat(run(text))
                .contains(
                        "outside of all allocations",
                        "the nearest allocation has 16 bytes at 0x",
                        where)
                .doesNotContain("nothing is allocated");
    }

    /** Returns the findings and the failure of two blocks of 64 threads. */
    private String run(String text) {
        long data = upload(new byte[4000]);
        long freed = cuda.cuMemAlloc(4096);
        long fresh = cuda.cuMemAlloc(4096);
        cuda.cuMemFree(freed);
        byte[] image = (HEAD + text + "\0").getBytes(StandardCharsets.UTF_8);
        long module = cuda.cuModuleLoadData(MemorySegment.ofArray(image));
        MemorySegment parameters = MemorySegment.ofArray(new long[] {data, fresh, freed});
        cuda.cuLaunchKernel(
                cuda.cuModuleGetFunction(module, "k"), 2, 1, 1, 64, 1, 1, 0, 0, parameters);
        String failure = "";
        try {
            cuda.cuCtxSynchronize();
        } catch (CudaException failed) {
            failure = failed.error() + ": " + failed.getMessage() + "\n";
        }
        return String.join("", findings) + failure;
    }
}
