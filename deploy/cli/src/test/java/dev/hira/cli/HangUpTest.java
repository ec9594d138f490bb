package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.testing.Hira;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGHUP to a router process whose configuration was edited. */
final class HangUpTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String FIRST =
            "policy { classes { gold { share = 4 } }, vms { blue = gold, red { share = 2 } } }";

    private static final Pattern SHARE = Pattern.compile("\"share\": ?\"?(\\d+)");

    /** Settings that a router refuses. */
    private static final List<String> WRONG =
            List.of(
                    "policy.classes.gold.share = none",
                    "policy.classes.gold { quotas.memmory = 1GiB }",
                    "policy.vms.green = silver",
                    "policy.scheduler.devices { \"a/0\" = fairest }",
                    "policy.rules = /nowhere/a.rules",
                    "log.level = loud",
                    "limit.lanes = 1",
                    "auth { mode = closed }",
                    "}");

    @TempDir private Path folder;
    private final Hira hira = new Hira();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private HiraProcess router;

    /** Processes inherit it that their parent ignores a signal. */
    @BeforeAll
    static void requireHangUps() throws IOException {
        String ignored =
                Files.readAllLines(Path.of("/proc/self/status")).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .findFirst()
                        .orElse("0");
        if (ignored.matches(".*[13579bdf]")) { // the bit of SIGHUP is the lowest
            abort("NOT RUN: this process ignores SIGHUP, as under nohup");
        }
    }

    @BeforeEach
    void start() throws IOException {
        write(FIRST);
        start(List.of("--state", folder.resolve("state").toString()));
    }

    private void start(List<String> further) {
        List<String> arguments =
                List.of(
                        "router",
                        "--attached",
                        "--config",
                        file().toString(),
                        "--listen",
                        "hira+unix://" + folder.resolve("router.sock"),
                        "--admin",
                        admin());
        router =
                HiraProcess.start(
                        "router",
                        "dev.hira.cli.Main",
                        List.of(),
                        Stream.concat(arguments.stream(), further.stream()).toList(),
                        lines::add);
        var _ = router.awaitReady(PATIENCE);
    }

    @AfterEach
    void stop() {
        router.close();
    }

    private Path file() {
        return folder.resolve("router.conf");
    }

    private String admin() {
        return "hira+unix://" + folder.resolve("admin.sock");
    }

    private void write(String settings) throws IOException {
        Files.writeString(file(), "hira.router { " + settings + " }\n");
    }

    /** Lets the router read these settings, and returns the line of the log that says how. */
    private String reload(String settings) throws IOException, InterruptedException {
        write(settings);
        lines.clear();
        assertThat(
                        new ProcessBuilder("kill", "-HUP", Long.toString(router.pid()))
                                .start()
                                .waitFor())
                .isZero();
        return await(" Reloading the configuration ");
    }

    private String await(String text) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            String line = lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            assertThat(line).as("a line with '%s'", text).isNotNull();
            if (line.contains(text)) {
                return line;
            }
        }
    }

    private String run(String... command) {
        assertThat(hira.runAt(admin(), command)).as(hira.err()).isZero();
        return hira.out();
    }

    private long share(String vm) {
        String json = run("policy", "show", vm, "-o", "json");
        Matcher share = SHARE.matcher(json);
        assertThat(share.find()).as(json).isTrue();
        return Long.parseLong(share.group(1));
    }

    @Test
    void shouldTakeOverWhatWasEditedAndLeaveTheRestToOperators() throws Exception {
        run("policy", "set", "red", "share=3");
        String line =
                reload(
                        "policy { classes { gold { share = 6 } }, vms { blue = gold, red { share = 2"
                                + " } } }, admin.users { 4711 = viewer }, log.level = debug,"
                                + " placement = pack");

        assertThat(line).contains("[admin.users.4711, log.level, policy.classes.gold.share]");
        assertThat(await("because a change needs a restart")).contains("[placement]");
        assertThat(share("blue")).isEqualTo(6);
        assertThat(share("red")).as("not edited, so as the operator left it").isEqualTo(3);
        assertThat(run("policy", "history")).contains("the configuration file");
    }

    @Test
    void shouldKeepWhatOperatorsChangeAfterwardsOverARestart() throws Exception {
        String edited = FIRST.replace("share = 4", "share = 6");
        var _ = reload(edited);
        run("class", "set", "gold", "share=7");
        router.kill();
        var _ = router.awaitExit(PATIENCE);
        start(List.of("--state", folder.resolve("state").toString()));

        assertThat(share("blue")).isEqualTo(7);
    }

    @Test
    void shouldChangeNothingWhenAnythingIsWrong() throws Exception {
        for (String wrong : WRONG) {
            String line =
                    reload(
                            FIRST.replace("share = 2", "share = 8")
                                    + ", admin.users { 4711 = viewer }\n"
                                    + wrong);
            assertThat(line)
                    .as(wrong)
                    .contains("cannot be used, so the former one stays in effect: ");
            assertThat(share("red")).as(wrong).isEqualTo(2);
        }
        assertThat(run("policy", "history")).doesNotContain("the configuration file");
        assertThat(reload(FIRST)).contains("settings that changed: []");
    }
}
