package dev.hira.e2e.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.guest.Hira;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The folder of a reader who tries the commands of the documents: with {@code ./hira}, the files
 * that the documents name, a router with a state directory, two API servers, and programs of the
 * VMs {@code hello} and {@code blue}. Folders and ports that commands name are others here, so that
 * they do not meet those of somebody else on this machine.
 */
final class ReaderFolder {
    private static final Duration START = Duration.ofMinutes(2);
    private static final int COMMAND_SECONDS = 300;
    private static final int CHANGES = 25;
    private static final String WORLD = "export -n HIRA_URI HIRA_TLS; ";

    private final Path folder;

    /** What the reader types at every command: a file, which a command may leave unread. */
    private final Path answers;

    private final Map<String, String> places = new LinkedHashMap<>();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Map<String, Process> serving = new HashMap<>();
    private int logs;

    /** What a command did. */
    record Ended(int status, String output) {}

    /** Prepares the folder, and starts the processes. */
    ReaderFolder(Path folder, Path tree) throws IOException {
        this.folder = folder;
        for (String used : List.of("tmp", "lib", "run/admin", "docs", "other")) {
            Files.createDirectories(folder.resolve(used));
        }
        answers = write("other/answers", "yes\n");
        Files.setPosixFilePermissions(
                folder.resolve("run/admin"), PosixFilePermissions.fromString("rwx------"));
        script("hira", "exec '" + tree.resolve("hira") + "' \"$@\"");
        Files.createSymbolicLink(folder.resolve("guestlib"), tree.resolve("guestlib"));
        Files.copy(tree.resolve("docs/scenario.conf"), folder.resolve("docs/scenario.conf"));
        places.put("/tmp/", folder.resolve("tmp") + "/");
        places.put("/var/lib/hira", folder.resolve("lib").toString());
        places.put("/run/hira/", folder.resolve("run") + "/");
        for (int port : new int[] {7700, 7701, 7702, 9464, 9465}) {
            places.put(":" + port, ":" + freePort());
        }
        startStack();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private void script(String name, String line) throws IOException {
        Path file = write(name, "#!/usr/bin/env bash\n" + line + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Writes a file of the reader's. */
    Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text, UTF_8);
    }

    private String socket(String name) {
        return "hira+unix://" + folder.resolve("tmp").resolve(name);
    }

    private void startStack() {
        List<HiraProcess> servers = new ArrayList<>();
        for (String name : List.of("server", "server1")) {
            HiraProcess server =
                    HiraProcess.hiraWithDevices(
                            name,
                            List.of(
                                    "api-server",
                                    "--attached",
                                    "--name",
                                    name,
                                    "--devices",
                                    "4",
                                    "--listen",
                                    socket(name + ".world")));
            open.push(server);
            servers.add(server);
        }
        servers.forEach(server -> server.awaitReady(START));
        HiraProcess router =
                HiraProcess.hira(
                        "router",
                        List.of(
                                "router",
                                "--attached",
                                "--listen",
                                socket("hira.sock"),
                                "--admin",
                                socket("hira-admin.sock"),
                                "--state",
                                folder.resolve("state").toString(),
                                "--server",
                                socket("server.world"),
                                "--server",
                                socket("server1.world")));
        open.push(router);
        router.awaitReady(START);
        for (String vm : List.of("hello", "blue")) {
            open.push(new Program(Hira.connect(socket("hira.sock") + "?devices=1&vm=" + vm)));
        }
    }

    /** Makes changes of policies, so that the history has some. */
    void fillHistory() {
        try (AdminClient admin = AdminClient.connect(socket("hira-admin.sock"))) {
            for (int i = 1; i <= CHANGES; i++) {
                admin.now()
                        .setPolicy(
                                SetPolicyRequest.newBuilder()
                                        .setVm("blue")
                                        .setGrant(Grant.newBuilder().setShare(i))
                                        .build());
            }
        }
    }

    /** Returns a command with the folders and ports of this reader. */
    private String here(String command) {
        String text = command;
        for (Map.Entry<String, String> place : places.entrySet()) {
            text = text.replace(place.getKey(), place.getValue());
        }
        return text;
    }

    private Process start(String command, Path output) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder("bash", "-c", WORLD + here(command))
                        .directory(folder.toFile())
                        .redirectInput(answers.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("HIRA_ADMIN", socket("hira-admin.sock"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put(
                "PATH", System.getProperty("java.home") + "/bin:" + environment.get("PATH"));
        return builder.start();
    }

    /** Runs a command to its end. */
    Ended run(String command) throws IOException, InterruptedException {
        Path output = folder.resolve("other/output" + logs++);
        Process process = start(command, output);
        if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)) {
            end(process);
            return new Ended(-1, "it had not ended after " + COMMAND_SECONDS + " s");
        }
        return new Ended(process.exitValue(), Files.readString(output));
    }

    /**
     * Starts a command that serves until {@link #endServing}, or until another one of its kind;
     * returns once it says so.
     */
    Ended serve(String kind, String command) throws IOException, InterruptedException {
        Process former = serving.remove(kind);
        if (former != null) {
            end(former);
        }
        Path output = folder.resolve("other/output" + logs++);
        Process process = start(command, output);
        serving.put(kind, process);
        long end = System.nanoTime() + START.toNanos();
        while (process.isAlive() && System.nanoTime() < end) {
            String printed = Files.readString(output);
            if (printed.lines().anyMatch(line -> line.startsWith(HiraProcess.READY))) {
                return new Ended(0, printed);
            }
            process.waitFor(50, TimeUnit.MILLISECONDS);
        }
        return new Ended(-1, "it did not serve: " + Files.readString(output));
    }

    /** Ends the commands that serve. */
    void endServing() throws InterruptedException {
        for (Process process : serving.values()) {
            end(process);
        }
        serving.clear();
    }

    private static void end(Process process) throws InterruptedException {
        List<ProcessHandle> all = process.descendants().toList();
        process.destroy();
        all.forEach(ProcessHandle::destroy);
        process.waitFor(10, TimeUnit.SECONDS);
    }

    /** Ends all that was started for the reader. */
    void end() throws Exception {
        endServing();
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    /** A program that works until it is closed. */
    private static final class Program implements AutoCloseable {
        private static final long BYTES = 1 << 20;
        private static final Duration PAUSE = Duration.ofMillis(20);

        private final CudaDriver cuda;
        private final CountDownLatch closed = new CountDownLatch(1);
        private final Thread thread;

        Program(CudaDriver cuda) {
            this.cuda = cuda;
            thread = Thread.ofPlatform().daemon().start(this::work);
        }

        private void work() {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            long memory = cuda.cuMemAlloc(BYTES);
            for (int value = 0; !Uninterruptibles.awaitUninterruptibly(closed, PAUSE); value++) {
                cuda.cuMemsetD8Async(memory, value, BYTES, 0);
                cuda.cuStreamSynchronize(0);
            }
        }

        @Override
        public void close() {
            closed.countDown();
            Uninterruptibles.joinUninterruptibly(thread, START);
            cuda.close();
        }
    }
}
