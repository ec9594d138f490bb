package dev.hira.cli.launch;

import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.ServerState;
import dev.hira.cli.client.AdminClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A router and API servers as processes of their own on this host, connected by Unix sockets in a
 * temporary folder. The demo, the tests and the benchmarks use it. If this process is told to end,
 * as by Ctrl-C, it removes the folder; the other processes then end by themselves.
 */
public final class LocalStack implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(1);
    private static final int LOOKS = 10_000;
    private static final long LOOK_NANOS = 2_000_000;

    private final Path folder;
    private final Thread removal;
    private final List<String> jvmOptions;
    private final List<HiraProcess> servers = new ArrayList<>();
    private final List<String> serverArguments;
    private final List<String> routerArguments;
    private final UnaryOperator<String> way;
    private HiraProcess router;

    private LocalStack(
            Path folder,
            Thread removal,
            int servers,
            List<String> jvmOptions,
            List<String> serverArguments,
            List<String> routerArguments,
            UnaryOperator<String> way) {
        this.folder = folder;
        this.removal = removal;
        this.jvmOptions = List.copyOf(jvmOptions);
        this.serverArguments = List.copyOf(serverArguments);
        this.routerArguments = List.copyOf(routerArguments);
        this.way = way;
        for (int i = 0; i < servers; i++) {
            this.servers.add(launchServer(i));
        }
        router = launchRouter();
    }

    /**
     * Starts everything and waits until it serves.
     *
     * @param servers the number of API servers
     * @param serverArguments more arguments for each {@code hira api-server}
     * @param routerArguments more arguments for {@code hira router}
     */
    public static LocalStack start(
            int servers, List<String> serverArguments, List<String> routerArguments) {
        return start(servers, List.of(), serverArguments, routerArguments);
    }

    /**
     * The same with further JVM options.
     *
     * @param jvmOptions for the router and each server
     */
    public static LocalStack start(
            int servers,
            List<String> jvmOptions,
            List<String> serverArguments,
            List<String> routerArguments) {
        return start(
                servers, jvmOptions, serverArguments, routerArguments, UnaryOperator.identity());
    }

    /**
     * The same with something between the router and its servers.
     *
     * @param way returns the address at which the router reaches the server at an address
     */
    public static LocalStack start(
            int servers,
            List<String> jvmOptions,
            List<String> serverArguments,
            List<String> routerArguments,
            UnaryOperator<String> way) {
        try {
            Path folder = Files.createTempDirectory("hira-");
            Thread removal = Thread.ofPlatform().unstarted(() -> remove(folder));
            Runtime.getRuntime().addShutdownHook(removal);
            LocalStack stack =
                    new LocalStack(
                            folder,
                            removal,
                            servers,
                            jvmOptions,
                            serverArguments,
                            routerArguments,
                            way);
            try {
                stack.servers.forEach(server -> server.awaitReady(START));
                stack.router.awaitReady(START);
                awaitServers(stack.adminUri(), servers);
            } catch (RuntimeException e) {
                stack.close();
                throw e;
            }
            return stack;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a temporary folder for sockets", e);
        }
    }

    /**
     * Waits until the router has reached all servers: it serves before. It may have others, from
     * its own arguments.
     */
    static void awaitServers(String adminUri, int servers) {
        try (AdminClient admin = AdminClient.connect(adminUri)) {
            for (int look = 0; look < LOOKS; look++) {
                if (reached(admin) >= servers) {
                    return;
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        throw new IllegalStateException(
                "the router has not reached its " + servers + " API servers");
    }

    private static long reached(AdminClient admin) {
        return admin
                .always()
                .listServers(ListServersRequest.getDefaultInstance())
                .getServersList()
                .stream()
                .filter(server -> server.getState() != ServerState.SERVER_STATE_DOWN)
                .count();
    }

    /** Starts one server and a router, with the default settings. */
    public static LocalStack start() {
        return start(1, List.of(), List.of());
    }

    /** Returns the address for guests. */
    public String uri() {
        return "hira+unix://" + folder.resolve("router.sock");
    }

    /** Returns the address for operators. */
    public String adminUri() {
        return "hira+unix://" + folder.resolve("admin.sock");
    }

    public HiraProcess router() {
        return router;
    }

    public HiraProcess server(int index) {
        return servers.get(index);
    }

    /** Returns the folder of the sockets, in which callers may create files. */
    public Path folder() {
        return folder;
    }

    /** Starts another process in place of a server that ended. */
    public void restartServer(int index) {
        servers.get(index).close();
        servers.set(index, launchServer(index));
        servers.get(index).awaitReady(START);
    }

    /** Starts another process in place of a router that ended. */
    public void restartRouter() {
        router.close();
        router = launchRouter();
        router.awaitReady(START);
    }

    @Override
    public void close() {
        router.close();
        servers.forEach(HiraProcess::close);
        remove(folder);
        try {
            boolean ignored = Runtime.getRuntime().removeShutdownHook(removal);
        } catch (IllegalStateException e) {
            // This process ends, and the hook runs.
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (NoSuchFileException e) {
            // It is removed already.
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + folder, e);
        }
    }

    /** Returns the address at which a server listens. */
    public String serverUri(int index) {
        return "hira+unix://" + folder.resolve("server" + index + ".sock");
    }

    private HiraProcess launchServer(int index) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "api-server",
                                "--attached",
                                "--listen",
                                serverUri(index),
                                "--name",
                                "server" + index));
        arguments.addAll(serverArguments);
        return HiraProcess.hiraWithDevices("api-server-" + index, jvmOptions, arguments);
    }

    private HiraProcess launchRouter() {
        List<String> arguments =
                new ArrayList<>(
                        List.of("router", "--attached", "--listen", uri(), "--admin", adminUri()));
        for (int i = 0; i < servers.size(); i++) {
            arguments.add("--server");
            arguments.add(way.apply(serverUri(i)));
        }
        arguments.addAll(routerArguments);
        return HiraProcess.hira("router", jvmOptions, arguments);
    }
}
