package dev.hira.e2e.programs;

import static dev.hira.e2e.programs.NativePrograms.missing;
import static dev.hira.e2e.programs.NativePrograms.require;
import static dev.hira.e2e.programs.NativePrograms.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.launch.LocalStack;
import dev.hira.e2e.migration.Mover;
import dev.hira.e2e.programs.NativePrograms.Ended;
import dev.hira.e2e.programs.NativePrograms.Setting;
import dev.hira.e2e.programs.NativePrograms.Watcher;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Large programs of Debian's packages. {@code ./hira test --native} runs this class, the ordinary
 * tests do not: it takes tens of minutes.
 */
@Timeout(3600)
final class NativeSuites {
    private static final Path PYOPENCL = Path.of("/usr/share/doc/python-pyopencl-doc/examples");

    /** What docs/opencl.md explains: too slow for the limit, and too large for the device. */
    private static final String LEFT_OUT = "not Ranlux and not zeros_large_array";

    @TempDir static Path home;

    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack = LocalStack.start(2, List.of(), List.of());
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    private static Setting setting(String way) {
        return new Setting(
                way.equals("local")
                        ? List.of("--uri", "sim:")
                        : List.of("--uri", stack.uri() + "?devices=1", "--vm", way));
    }

    private static Ended pyopencl(String way, Watcher watcher, String... files) throws Exception {
        require("pytest-3", "python3-pytest");
        if (!Files.isDirectory(PYOPENCL)) {
            missing("pyopencl's tests", "python3-pyopencl' and 'python-pyopencl-doc");
        }
        Map<String, String> variables =
                Map.of(
                        "PYTHONUNBUFFERED", "1",
                        "PYTHONDONTWRITEBYTECODE", "1",
                        "PYOPENCL_NO_CACHE", "1",
                        "XDG_CACHE_HOME", home.toString());
        Setting setting = new Setting(setting(way).options(), variables, PYOPENCL);
        String[] command = {
            "/usr/bin/python3", "-m", "pytest", "-v", "-p", "no:cacheprovider", "-k", LEFT_OUT
        };
        String[] all = Arrays.copyOf(command, command.length + files.length);
        System.arraycopy(files, 0, all, command.length, files.length);
        return run(setting, watcher, all);
    }

    @ParameterizedTest
    @CsvSource({
        "local, test_wrapper.py", "local, test_enqueue_copy.py", "local, test_arrays_in_structs.py",
        "local, test_clmath.py", "local, test_clrandom.py", "local, test_algorithm.py",
        "local, test_array.py", "remote, test_wrapper.py", "remote, test_enqueue_copy.py",
        "remote, test_arrays_in_structs.py", "remote, test_clmath.py", "remote, test_clrandom.py",
        "remote, test_algorithm.py", "remote, test_array.py"
    })
    void shouldPassTheTestsOfPyopencl(String way, String file) throws Exception {
        Ended ended = pyopencl(way, (_, _) -> {}, file);

        assertThat(ended.output()).contains(" passed").doesNotContain(" failed");
        assertThat(ended.status()).isZero();
    }

    /** Moves the VM after each tenth test of a program. */
    private static final class Moves implements Watcher {
        private final Mover mover;
        private int tests;
        private int moves;

        Moves(Mover mover) {
            this.mover = mover;
        }

        @Override
        public void line(String line, Writer input) {
            if (line.contains(" PASSED ") && ++tests % 10 == 0) {
                mover.mustMove(moves++ % 2 == 0 ? "server1/0" : "server0/0");
            }
        }
    }

    @Test
    void shouldPassTheTestsOfPyopenclWhileTheVmMoves() throws Exception {
        try (Mover mover = new Mover(stack.adminUri(), "moving")) {
            Moves moves = new Moves(mover);
            Ended ended = pyopencl("moving", moves, "test_wrapper.py", "test_array.py");

            assertThat(ended.output()).contains(" passed").doesNotContain(" failed");
            assertThat(ended.status()).isZero();
            assertThat(moves.moves).isGreaterThan(3);
        }
    }

    /** Hashes of the password "ab3", among the 6,760 of the mask; hashcat tests itself before. */
    @ParameterizedTest
    @CsvSource({
        "local, 0, 99a7dd8f21187921b3b62d328a98a10e",
        "local, 100, 1ec05508368c5ed9647f2875cc847f5faad9da10",
        "local, 1400, c4bba1914e2444a5051c12903e945fa6e83072eabb34ec29ebab9d2442c1ac91",
        "remote, 0, 99a7dd8f21187921b3b62d328a98a10e"
    })
    void shouldFindAPasswordByHashcat(String way, String mode, String hash) throws Exception {
        require("hashcat", "hashcat");
        Ended ended =
                run(
                        setting(way)
                                .with(
                                        Map.of(
                                                "HOME",
                                                home.toString(),
                                                "HIRA_COMPILER_LIMITS",
                                                "time=300")),
                        "hashcat",
                        "-m",
                        mode,
                        "-a",
                        "3",
                        "--force",
                        "--potfile-disable",
                        "--quiet",
                        hash,
                        "?l?l?d");

        assertThat(ended.output()).contains(hash + ":ab3");
        assertThat(ended.status()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "remote"})
    void shouldTellClpeakTheRatesOfCopies(String way) throws Exception {
        require("clpeak", "clpeak");
        Ended ended = run(setting(way), "clpeak", "-p", "0", "--transfer-bandwidth");

        assertThat(ended.output()).containsPattern("memcpy to mapped ptr +: \\d+\\.\\d+");
        assertThat(ended.status()).isZero();
    }
}
