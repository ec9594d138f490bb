package dev.hira.bench.programs;

import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.ServerState;
import dev.hira.bench.common.Relay;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A router and two API servers as processes, which are killed. Programs reach the router through
 * shared memory, or through a relay if their connection must be cut; and so does the router its
 * servers.
 */
final class ProcessProgramStack implements ProgramStack {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final LocalStack stack;

    /** The router's folder for its state. */
    private final Path state;

    private final Relay relay;

    /** What stands before each server, by the server's address; empty if nothing does. */
    private final Map<String, Relay> beforeServers;

    private final AdminClient operator;

    /** The start of the server that was killed last. */
    private CompletableFuture<Void> restart = CompletableFuture.completedFuture(null);

    private ProcessProgramStack(LocalStack stack, Path state, Map<String, Relay> beforeServers)
            throws IOException {
        this.stack = stack;
        this.state = state;
        this.beforeServers = beforeServers;
        this.relay = Relay.before(stack.uri(), stack.folder().resolve("relay.sock"));
        this.operator = AdminClient.connect(stack.adminUri());
    }

    /**
     * Starts a stack.
     *
     * @param keepsSessions whether sessions go on in the router's next process
     * @param cutsServers whether the connections between the router and its servers can be cut,
     *     which then share no memory
     */
    static ProcessProgramStack start(boolean keepsSessions, boolean cutsServers) {
        try {
            Map<String, Relay> relays = new HashMap<>();
            UnaryOperator<String> way =
                    cutsServers
                            ? uri -> relays.computeIfAbsent(uri, ProcessProgramStack::before).uri()
                            : UnaryOperator.identity();
            Path state = Files.createTempDirectory("hira-programs-");
            List<String> more = keepsSessions ? List.of("--state", state.toString()) : List.of();
            LocalStack stack =
                    LocalStack.start(
                            SERVERS,
                            List.of(),
                            List.of("--devices", "2", "--profile", "small"),
                            more,
                            way);
            return new ProcessProgramStack(stack, state, relays);
        } catch (IOException e) {
            throw new UncheckedIOException("the stack cannot be started", e);
        }
    }

    private static Relay before(String server) {
        try {
            return Relay.before(server, Path.of(URI.create(server).getPath() + ".relay"));
        } catch (IOException e) {
            throw new UncheckedIOException("nothing can be put before " + server, e);
        }
    }

    @Override
    public String admin() {
        return stack.adminUri();
    }

    @Override
    public <D> D connect(Class<D> api, String vm, Disturbance disturbance) {
        awaitServers();
        String uri = disturbance == Disturbance.CUT_PROGRAM ? relay.uri() : stack.uri();
        return Hira.connect(api, uri + "?devices=2&vm=" + vm);
    }

    /** Waits until the router has reached all servers. */
    private void awaitServers() {
        restart.join();
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (reached() < SERVERS) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("the router has not reached all its servers");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private long reached() {
        return operator
                .always()
                .listServers(ListServersRequest.getDefaultInstance())
                .getServersList()
                .stream()
                .filter(server -> server.getState() != ServerState.SERVER_STATE_DOWN)
                .count();
    }

    /** Kills the process; the next one starts while the program goes on. */
    @Override
    public void kill(int server) {
        end(stack.server(server));
        restart = CompletableFuture.runAsync(() -> stack.restartServer(server));
    }

    private static void end(HiraProcess process) {
        process.kill();
        process.awaitExit(PATIENCE);
    }

    @Override
    public void cutPrograms() {
        relay.cut();
    }

    @Override
    public void cutServer(int server) {
        Relay before = beforeServers.get(stack.serverUri(server));
        if (before == null) {
            throw new UnsupportedOperationException("nothing stands between router and server");
        }
        before.cut();
    }

    @Override
    public void restartRouter() {
        end(stack.router());
        stack.restartRouter();
    }

    @Override
    public void close() {
        restart.join();
        operator.close();
        try (stack) {
            relay.close();
            for (Relay before : beforeServers.values()) {
                before.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a relay cannot be closed", e);
        }
        try (Stream<Path> files = Files.walk(state)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + state, e);
        }
    }
}
