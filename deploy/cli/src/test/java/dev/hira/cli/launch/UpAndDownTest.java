package dev.hira.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.testing.Hira;
import dev.hira.guest.gpu.Gpu;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hira up} and {@code hira down}. */
final class UpAndDownTest {
    @TempDir private Path folder;
    private final Hira hira = new Hira();

    @AfterEach
    void end() {
        new BackgroundStack(folder).stop();
    }

    private int run(String... command) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of("--folder", folder.toString()));
        return hira.run(all.toArray(String[]::new));
    }

    @Test
    void shouldServeGuestsAndOperatorsUntilItIsEnded() throws Exception {
        assertThat(run("up", "--servers", "1")).as(hira.err()).isZero();
        String said = hira.out();
        BackgroundStack stack = new BackgroundStack(folder);
        assertThat(said).startsWith("up: 2 processes; their logs are in " + folder);
        assertThat(said).contains("export HIRA_URI='" + stack.uri() + "?vm=me'");
        List<String> next =
                said.lines().map(String::strip).filter(l -> l.startsWith("./hira ")).toList();
        assertThat(next).hasSize(3);

        try (Gpu gpu = Gpu.connect(stack.uri() + "?vm=me")) {
            assertThat(gpu.device().name()).isEqualTo("Hira Default");
        }
        assertThat(hira.run("health", stack.uri())).isZero();
        assertThat(hira.out()).isEqualTo("SERVING\n");
        String[] policy = next.get(1).substring("./hira ".length()).split(" ");
        assertThat(hira.run(policy)).as(hira.err()).isZero();

        assertThat(run("up")).isZero();
        assertThat(hira.out()).startsWith("already up: 2 processes");
        assertThat(run("up", "--servers", "3")).isEqualTo(1);
        assertThat(hira.err())
                .contains(
                        "already up with 1 API server, not 3; './hira down --folder "
                                + folder
                                + "' first");
        assertThat(hira.out()).isEmpty();

        for (String name : List.of("server0", "router")) {
            kill(name);
            assertThat(run("up")).as(hira.err()).isZero();
            assertThat(hira.out())
                    .startsWith(name + " had ended and was started again; the log of its end is ")
                    .contains(folder + "/" + name + ".log.former", "already up: 2 processes");
            try (Gpu gpu = Gpu.connect(stack.uri() + "?vm=me")) {
                assertThat(gpu.device().name()).isEqualTo("Hira Default");
            }
        }

        assertThat(run("down")).isZero();
        assertThat(hira.out()).startsWith("down: 2 processes ended");
        assertThat(stack.running()).isZero();
        assertThat(hira.run("health", stack.uri())).isEqualTo(69);
        assertThat(hira.out()).isEqualTo("no answer: there is no such socket\n");

        assertThat(run("down")).isZero();
        assertThat(hira.out()).startsWith("nothing was up in " + folder);
    }

    @Test
    void shouldStartEverythingThatANewUserWantsByOneCommand() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path policy =
                Files.writeString(folder.resolve("policy.conf"), "policy.vms.me { share = 7 }\n");
        String[] up = {
            "up",
            "--servers",
            "1",
            "--devices",
            "2",
            "--profile",
            "small,memory=64MiB",
            "--listen",
            "hira+tls://127.0.0.1:" + port,
            "--state",
            folder.resolve("state").toString(),
            "--metrics",
            "http://127.0.0.1:0",
            "--policy",
            policy.toString()
        };
        assertThat(run(up)).as(hira.err()).isZero();
        BackgroundStack stack = new BackgroundStack(folder);
        String tls = "hira+tls://127.0.0.1:" + port + "?tls=" + folder.resolve("pki/vm-me");
        assertThat(hira.out()).contains("applied");

        for (String kill : List.of("", "server0", "router")) {
            if (!kill.isEmpty()) {
                kill(kill);
                assertThat(run("up")).as(hira.err()).isZero();
            }
            assertThat(hira.out())
                    .contains(
                            "also for guests: '" + tls + "'",
                            "metrics: http://127.0.0.1:0/metrics\n");
            try (Gpu gpu = Gpu.connect(tls)) {
                assertThat(gpu.device().name()).isEqualTo("Hira Small");
            }
            assertThat(hira.runAt(stack.adminUri(), "device", "list", "-o", "name")).isZero();
            assertThat(hira.out()).isEqualTo("server0/0\nserver0/1\n");
            assertThat(hira.runAt(stack.adminUri(), "policy", "show", "me")).isZero();
            assertThat(hira.out()).containsPattern("share \\* +7");
        }

        assertThat(run("up", "--devices", "2")).isEqualTo(1);
        assertThat(hira.err()).contains("already up with other options: --listen ");
    }

    @Test
    void shouldCheckItsOptionsBeforeItStartsAnything() {
        assertThat(run("up", "--profile", "tiny")).isEqualTo(2);
        assertThat(hira.err()).startsWith("hira up: --profile: ");
        assertThat(run("up", "--devices", "0")).isEqualTo(2);
        assertThat(hira.err()).contains("--devices must be at least 1, not 0");
        assertThat(run("up", "--policy", folder.resolve("none").toString())).isEqualTo(2);
        assertThat(hira.err()).contains("the file " + folder.resolve("none") + " does not exist");
        assertThat(folder.resolve("processes")).doesNotExist();
    }

    /** Ends the latest process of this name as {@code kill -9} does. */
    private void kill(String name) throws Exception {
        String pid =
                Files.readAllLines(folder.resolve("processes")).stream()
                        .filter(line -> line.startsWith(name + " "))
                        .map(line -> line.split(" ")[1])
                        .reduce((_, later) -> later)
                        .orElseThrow();
        ProcessHandle process = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        process.destroyForcibly();
        process.onExit().get(60, TimeUnit.SECONDS);
    }

    @Test
    void shouldLeaveNoProcessWhenOneCannotStart() throws Exception {
        // A folder in place of the socket cannot be replaced.
        Files.createDirectories(folder.resolve("admin.sock").resolve("in-the-way"));
        assertThat(run("up", "--servers", "1")).isNotZero();
        assertThat(hira.err()).startsWith("hira up: router ended before it served: ");
        assertThat(new BackgroundStack(folder).running()).isZero();
    }

    @Test
    void shouldLeaveNoProcessWhenTheListCannotBeWritten() throws Exception {
        Files.createSymbolicLink(folder.resolve("processes.new"), Path.of("/dev/full"));
        assertThat(run("up", "--servers", "1")).isEqualTo(1);
        assertThat(hira.err()).startsWith("hira up: cannot start processes in " + folder);
        assertThat(
                        ProcessHandle.allProcesses()
                                .filter(ProcessHandle::isAlive)
                                .filter(each ->
                                        each.info()
                                                .commandLine()
                                                .orElse("")
                                                .contains(folder.toString())))
                .isEmpty();
        assertThat(run("up", "--servers", "1")).as(hira.err()).isZero();
    }

    @Test
    void shouldNotEndAProcessThatOnlyHasTheSameNumber() throws Exception {
        Files.writeString(
                folder.resolve("processes"),
                "router " + ProcessHandle.current().pid() + " 1234567\n");
        assertThat(run("down")).isZero();
        assertThat(hira.out()).startsWith("nothing was up in " + folder);
    }

    @Test
    void shouldRefuseANumberOfServersThatCannotBe() {
        assertThat(run("up", "--servers", "0")).isEqualTo(2);
        assertThat(hira.err()).contains("--servers must be from 1 to 16, not 0");
    }

    @Test
    void shouldSayWhyAFolderCannotBeUsed() throws Exception {
        Path taken = Files.createFile(folder.resolve("file"));
        for (Path wrong : List.of(taken, taken.resolve("x"), Path.of("/proc/x"))) {
            assertThat(hira.run("up", "--folder", wrong.toString())).isEqualTo(2);
            assertThat(hira.err())
                    .startsWith("hira up: the folder " + wrong + " cannot be created: ")
                    .contains("choose another folder with --folder");
        }
    }

    @Test
    void shouldRefuseAFolderWhosePathNoSocketCanHave() {
        Path blank = folder.resolve("my stack");
        assertThat(hira.run("up", "--folder", blank.toString())).isEqualTo(2);
        assertThat(hira.err())
                .contains("--folder: the path '" + blank + "'", "allowed are letters");
        Path deep = folder.resolve("x".repeat(100));
        assertThat(hira.run("up", "--folder", deep.toString())).isEqualTo(2);
        assertThat(hira.err()).contains("--folder: the path " + deep, "at most 93 are allowed");
        assertThat(blank).doesNotExist();
        assertThat(deep).doesNotExist();
    }

    @Test
    void shouldSayWhatHealthNeeds() {
        assertThat(hira.run("health")).isEqualTo(2);
        assertThat(hira.err())
                .contains(
                        "health needs the address of a router or an API server, as its argument or in"
                                + " HIRA_HEALTH");
    }
}
