package dev.hira.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.client.CommandHelp;
import dev.hira.cli.doctor.Finding.Level;
import dev.hira.cli.doctor.Host.Space;
import dev.hira.cli.testing.Hira;
import dev.hira.cli.testing.LiveStack;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class DoctorTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private final FakeHost host = new FakeHost();

    private List<Finding> bad() {
        return new HostChecks(host)
                .all().stream().filter(finding -> finding.level() != Level.OK).toList();
    }

    private void assertFound(Level level, String check, String... words) {
        assertThat(bad()).hasSize(1);
        Finding finding = bad().getFirst();
        assertThat(finding.check()).isEqualTo(check);
        assertThat(finding.level()).isEqualTo(level);
        assertThat(finding.why()).isNotEmpty();
        assertThat(finding.found() + " " + finding.advice()).contains(words);
    }

    @Test
    void shouldFindNothingOnAGoodMachine() {
        assertThat(bad()).isEmpty();
        assertThat(new HostChecks(host).all()).extracting(Finding::check).doesNotHaveDuplicates();
    }

    @Test
    void shouldFindEachDefectAndSayWhatToDo() {
        check(
                h -> h.properties.put("java.version", "21.0.2"),
                Level.PROBLEM,
                "java",
                "21.0.2",
                "JAVA_HOME");
        check(h -> h.module = false, Level.WARNING, "vectors", "--add-modules");
        check(h -> h.properties.put("os.name", "Mac OS X"), Level.WARNING, "system", "Mac OS X");
        check(h -> h.properties.put("os.arch", "riscv64"), Level.WARNING, "system", "riscv64");
        check(h -> h.processors = 1, Level.WARNING, "processors", "1 processors");
        check(h -> h.memory = 512L << 20, Level.WARNING, "memory", "512 MiB", "1.0 GiB");
        check(
                h -> h.spaces.put("/dev/shm", new Space(64L << 20, 63L << 20, true)),
                Level.WARNING,
                "shared memory",
                "63.0 MiB free of 64.0 MiB",
                "--shm-size");
        check(
                h -> h.spaces.put("/dev/shm", new Space(1L << 40, 1L << 40, false)),
                Level.WARNING,
                "shared memory",
                "not writable");
        check(
                h -> h.spaces.remove("/dev/shm"),
                Level.WARNING,
                "shared memory",
                "there is no /dev/shm");
        check(h -> h.futex = false, Level.WARNING, "futex", "Linux 5.16", "seccomp");
        check(
                h -> h.files.put("/proc/self/limits", "Max open files   1024  4096  files"),
                Level.WARNING,
                "open files",
                "at most 1024",
                "ulimit -n");
        check(
                h -> h.spaces.put("/tmp", new Space(1L << 40, 1 << 20, true)),
                Level.WARNING,
                "temporary files",
                "1.0 MiB",
                "checkpoints.directory");
        check(h -> h.spaces.remove("/tmp"), Level.PROBLEM, "temporary files", "java.io.tmpdir");
        check(h -> h.now = Instant.EPOCH, Level.PROBLEM, "clock", "1970", "NTP");
        check(
                h ->
                        h.files.put(
                                "/sys/devices/system/clocksource/clocksource0/current_clocksource",
                                "hpet\n"),
                Level.WARNING,
                "clock",
                "hpet",
                "tsc");
        check(
                h -> h.environment.put("HIRA_ADMN", "x"),
                Level.PROBLEM,
                "environment",
                "HIRA_ADMN",
                "docs/configuration.md");
        check(
                h -> h.environment.put("HIRA_LOG", "chatty"),
                Level.PROBLEM,
                "values",
                "HIRA_LOG: 'chatty' is no level; levels are [error, warn, info, debug, trace]",
                "docs/configuration.md");
        check(
                h -> h.environment.put("HIRA_SIM_CHECK", "memry"),
                Level.PROBLEM,
                "values",
                "HIRA_SIM_CHECK=memry, and allowed is [memory, race, memory,race, race,memory]");
    }

    private static void check(
            Consumer<FakeHost> defect, Level level, String check, String... words) {
        DoctorTest test = new DoctorTest();
        defect.accept(test.host);
        test.assertFound(level, check, words);
    }

    @Test
    void shouldAcceptUnlimitedAndUnknownLimits() {
        host.files.put("/proc/self/limits", "Max open files   unlimited  unlimited  files");
        assertThat(bad()).isEmpty();
        host.files.clear();
        assertThat(bad()).isEmpty();
    }

    @Test
    void shouldKnowTheDocumentedVariables() throws IOException {
        Pattern.compile("`(HIRA_[A-Z_]+)`")
                .matcher(Files.readString(ROOT.resolve("docs/configuration.md")))
                .results()
                .forEach(found -> host.environment.put(found.group(1), "x"));

        assertThat(host.environment).hasSizeGreaterThan(8);
        assertThat(bad()).extracting(Finding::check).containsExactly("values");
    }

    @Test
    void shouldEndWithOneWhenSomethingDoesNotWork() {
        assertThat(run()).isZero();
        host.processors = 1;
        assertThat(run()).isZero();
        host.environment.put("HIRA_ADMN", "x");
        assertThat(run()).isEqualTo(1);
        assertThat(run("-o", "name")).isEqualTo(2);
    }

    private int run(String... arguments) {
        CommandLine line =
                CommandHelp.shared(
                        new CommandLine(new DoctorCommand(host, "1")),
                        () -> new String[] {"1"},
                        List.of());
        line.setOut(new PrintWriter(new StringWriter(), true));
        line.setErr(new PrintWriter(new StringWriter(), true));
        return line.execute(arguments);
    }

    @Test
    void shouldLookAtARouterAndItsServers(@TempDir Path folder) {
        Hira hira = new Hira();
        try (LiveStack stack = new LiveStack(folder)) {
            hira.runAt(stack.admin(), "doctor", "--uri", stack.guest("blue"));
            assertThat(hira.out())
                    .containsPattern("(?m)ok +server gpu +up at .*, 1 device$")
                    .containsPattern("ok +clocks ")
                    .containsPattern("ok +guest +1 device at ")
                    .containsPattern("(?m)^\\d+ checks: \\d+ problems?, \\d+ warnings?");
            hira.runAt(stack.admin(), "doctor", "-o", "json");
            assertThat(hira.out())
                    .contains("{\"check\":\"server gpu\",\"level\":\"OK\",\"found\":\"up at ");
        }
        assertThat(hira.runAt("hira+unix://" + folder.resolve("none.sock"), "doctor")).isEqualTo(1);
        assertThat(hira.out())
                .containsPattern("problem +router +there is no answer: there is no such socket")
                .contains("do:  start the router with --admin URI");
    }
}
