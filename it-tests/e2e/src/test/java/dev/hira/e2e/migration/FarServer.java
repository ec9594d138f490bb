package dev.hira.e2e.migration;

import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.ServerState;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** An API server that maps no shared memory, like one on another host: it has mirrors of arenas. */
public final class FarServer implements AutoCloseable {
    /** The server's name. */
    public static final String NAME = "far";

    private static final Duration START = Duration.ofMinutes(1);
    private static final int LOOKS = 30_000;
    private static final long LOOK_NANOS = 2_000_000;

    private final Path folder;
    private final HiraProcess process;

    private FarServer(Path folder, HiraProcess process) {
        this.folder = folder;
        this.process = process;
    }

    /** Starts the server. */
    public static FarServer start(List<String> arguments) {
        try {
            Path folder = Files.createTempDirectory("hira-far-");
            List<String> all =
                    new ArrayList<>(
                            List.of("api-server", "--attached", "--listen", uri(folder), "--name"));
            all.add(NAME);
            all.addAll(List.of("--set", "memory.enabled=false"));
            all.addAll(arguments);
            FarServer server = new FarServer(folder, HiraProcess.hiraWithDevices(NAME, all));
            server.process.awaitReady(START);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a temporary folder for a socket", e);
        }
    }

    /** Starts a router with near servers and this one. */
    public LocalStack stack(int near, List<String> arguments, List<String> routerArguments) {
        List<String> all = new ArrayList<>(List.of("--server", uri(folder)));
        all.addAll(routerArguments);
        LocalStack stack = LocalStack.start(near, arguments, all);
        awaitReached(stack.adminUri(), NAME);
        return stack;
    }

    private static String uri(Path folder) {
        return "hira+unix://" + folder.resolve("far.sock");
    }

    /** Waits until a router has reached a server. */
    static void awaitReached(String adminUri, String server) {
        try (AdminClient admin = AdminClient.connect(adminUri)) {
            for (int look = 0; look < LOOKS; look++) {
                if (reaches(admin, server)) {
                    return;
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        throw new AssertionError("the router has not reached " + server);
    }

    private static boolean reaches(AdminClient admin, String name) {
        return admin
                .always()
                .listServers(ListServersRequest.getDefaultInstance())
                .getServersList()
                .stream()
                .anyMatch(server ->
                        server.getName().equals(name)
                                && server.getState() != ServerState.SERVER_STATE_DOWN);
    }

    @Override
    public void close() {
        process.close();
        try {
            Files.deleteIfExists(folder.resolve("far.sock"));
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + folder, e);
        }
    }
}
