package dev.hira.e2e.programs;

import static dev.hira.e2e.programs.NativePrograms.missing;
import static dev.hira.e2e.programs.NativePrograms.require;
import static dev.hira.e2e.programs.NativePrograms.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.Main;
import dev.hira.cli.launch.LocalStack;
import dev.hira.e2e.migration.Mover;
import dev.hira.e2e.programs.NativePrograms.Ended;
import dev.hira.e2e.programs.NativePrograms.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs of Debian's packages, in one process with their GPU and behind a router. */
@Timeout(300)
final class NativeProgramsTest {
    private static final List<Path> LIBRARIES =
            List.of(
                    Path.of("/usr/lib/x86_64-linux-gnu"),
                    Path.of("/usr/lib64"),
                    Path.of("/usr/lib"));

    @TempDir static Path links;

    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack = LocalStack.start(2, List.of("--devices", "2"), List.of());
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    private static Setting setting(String way) {
        return new Setting(
                way.equals("remote")
                        ? List.of("--uri", stack.uri() + "?vm=blue&devices=2")
                        : List.of("--uri", "sim:?devices=2"));
    }

    /** Links the loader by the name under which programs that were built against it look for it. */
    private static void linkLoader() throws IOException {
        Path link = links.resolve("libOpenCL.so");
        for (Path folder : LIBRARIES) {
            Path loader = folder.resolve("libOpenCL.so.1");
            if (Files.exists(loader) && !Files.exists(link)) {
                Files.createSymbolicLink(link, loader);
            }
        }
        if (!Files.exists(link)) {
            missing("OpenCL's loader", "ocl-icd-libopencl1");
        }
    }

    /**
     * Runs a Java program of this package. When it has printed "running", something is done, and
     * its input ends.
     *
     * @param jars the first word in the names of the jars that the program needs
     */
    private static Ended java(Setting setting, Runnable action, Class<?> main, String jars)
            throws Exception {
        linkLoader();
        String classPath =
                Stream.of(System.getProperty("java.class.path").split(":"))
                        .filter(entry ->
                                entry.endsWith("test-classes")
                                        || entry.contains("/" + jars + "-"))
                        .collect(Collectors.joining(":"));
        return run(
                setting.with(Map.of("LD_LIBRARY_PATH", links.toString())),
                (line, input) -> {
                    if (line.equals("running")) {
                        action.run();
                        input.write("end\n");
                        input.flush();
                    }
                },
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                main.getName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "remote"})
    void shouldJoinTheJvmOfAProgramWithJocl(String way) throws Exception {
        Ended ended = java(setting(way), () -> {}, JoclProgram.class, "jocl");

        assertThat(ended.output()).isEqualTo("running\nbuild: CL_BUILD_PROGRAM_FAILURE\nok\n");
        assertThat(ended.status()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "remote"})
    void shouldJoinTheJvmOfAProgramWithLwjgl(String way) throws Exception {
        Ended ended = java(setting(way), () -> {}, LwjglProgram.class, "lwjgl");

        assertThat(ended.output())
                .isEqualTo("OpenCL 3.0: true\nstatus at the end: 0\nsum of all: 1498500\nok\n");
        assertThat(ended.status()).isZero();
    }

    @Test
    void shouldMoveAProgramThatRuns() throws Exception {
        Setting setting =
                new Setting(List.of("--uri", stack.uri() + "?devices=1", "--vm", "moving"));
        try (Mover mover = new Mover(stack.adminUri(), "moving")) {
            Ended ended =
                    java(
                            setting,
                            () -> {
                                mover.mustMove("server1/1");
                                mover.mustMove("server0/0");
                            },
                            JoclProgram.class,
                            "jocl");

            assertThat(ended.output()).endsWith("ok\n");
            assertThat(ended.status()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "remote"})
    void shouldTellClinfoAllAboutTheDevices(String way) throws Exception {
        require("clinfo", "clinfo");
        Ended ended = run(setting(way), "clinfo");

        assertThat(ended.status()).isZero();
        assertThat(ended.output())
                .contains("Number of platforms                               2")
                .containsPattern("Platform Version +OpenCL 3\\.0 Hira")
                .containsPattern("Device Name +Hira Default")
                .containsPattern("Compiler Available +Yes")
                .containsPattern("Max work group size +1024")
                .containsPattern("Preferred work group size multiple \\(kernel\\) +32")
                .containsPattern("clCreateContext\\(NULL, \\.\\.\\.\\) \\[default\\] +Success")
                .doesNotContainPattern("(?i)<[^>]*error");
    }

    @Test
    void shouldListDevicesOfBothPlatformsInShort() throws Exception {
        require("clinfo", "clinfo");
        Ended ended = run(setting("local"), "clinfo", "-l");

        assertThat(ended.output().lines().filter(line -> line.contains("Device #0"))).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "remote"})
    void shouldTellClpeakTheLatencyOfKernels(String way) throws Exception {
        require("clpeak", "clpeak");
        Ended ended = run(setting(way), "clpeak", "-p", "0", "--kernel-latency");

        assertThat(ended.output())
                .containsPattern("Kernel launch latency : \\d+\\.\\d+ us")
                .doesNotContain("Skipped", "failed");
        assertThat(ended.status()).isZero();
    }

    @Test
    void shouldEndWithTheStatusOfTheProgram() {
        assertThat(
                        Main.commandLine("run")
                                .execute("run", "--uri", "sim:", "--", "sh", "-c", "exit 7"))
                .isEqualTo(7);
    }
}
