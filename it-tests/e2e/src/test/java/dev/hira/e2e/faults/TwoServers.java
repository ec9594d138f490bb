package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.Server;
import dev.hira.admin.v1.ServerState;
import dev.hira.admin.v1.Session;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.gpu.Gpu;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A router and two servers with a small device each, for the tests of a class, which kill and stop
 * them. Before each test it starts servers again that the test before has left dead.
 */
final class TwoServers implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private final String profile;
    private final List<String> settings;
    private @Nullable LocalStack stack;
    private @Nullable AdminClient admin;

    private TwoServers(String profile, List<String> settings) {
        this.profile = profile;
        this.settings = settings;
    }

    /** Returns two servers behind a router with these settings. */
    static TwoServers with(String... settings) {
        return withDevices("small", settings);
    }

    /** Returns two servers, each with a device of this profile, behind a router. */
    static TwoServers withDevices(String profile, String... settings) {
        List<String> arguments = new ArrayList<>();
        for (String setting : settings) {
            arguments.addAll(List.of("--set", setting));
        }
        return new TwoServers(profile, List.copyOf(arguments));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        LocalStack started =
                LocalStack.start(2, List.of("--devices", "1", "--profile", profile), settings);
        stack = started;
        admin = AdminClient.connect(started.adminUri());
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        for (int number = 0; number < 2; number++) {
            if (!server(number).isAlive()) {
                restart(number);
            }
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (admin != null) {
            admin.close();
        }
        if (stack != null) {
            stack.close();
        }
    }

    private LocalStack stack() {
        LocalStack started = stack;
        assertThat(started).isNotNull();
        return started;
    }

    /** Returns the router's address for guests. */
    String uri() {
        return stack().uri();
    }

    /** Returns the router's address for operators. */
    String adminUri() {
        return stack().adminUri();
    }

    AdminClient admin() {
        AdminClient client = admin;
        assertThat(client).isNotNull();
        return client;
    }

    HiraProcess server(int number) {
        return stack().server(number);
    }

    HiraProcess router() {
        return stack().router();
    }

    void restartRouter() {
        stack().restartRouter();
    }

    /** Returns the first session of a VM. */
    Session session(String vm) {
        return admin().always()
                .listSessions(ListSessionsRequest.newBuilder().setVm(vm).build())
                .getSessions(0);
    }

    /** Returns the number of the server that has the first session of a VM. */
    int serverOf(String vm) {
        return session(vm).getServer().equals("server0") ? 0 : 1;
    }

    /** Kills a server and waits for its end. */
    void kill(int number) {
        server(number).kill();
        server(number).awaitExit(PATIENCE);
    }

    /** Kills the server of a VM, waits for its end and returns its number. */
    int killServerOf(String vm) {
        int number = serverOf(vm);
        kill(number);
        return number;
    }

    /** Starts a server again, and waits until the router uses it. */
    void restart(int number) {
        stack().restartServer(number);
        awaitUp(number);
    }

    void awaitUp(int number) {
        String name = "server" + number;
        await(
                name + " is up",
                () ->
                        servers().stream()
                                .filter(server -> server.getName().equals(name))
                                .allMatch(server ->
                                        server.getState() == ServerState.SERVER_STATE_UP));
    }

    void awaitNoSession() {
        await("no session is left", () -> sessions() == 0);
    }

    /** Waits until no session and no memory is left at any server. */
    void awaitNothing() {
        awaitNoSession();
        try (Gpu one = Gpu.connect(uri() + "?devices=1&vm=witness");
                Gpu two = Gpu.connect(uri() + "?devices=1&vm=witness")) {
            // Least loaded placement puts the two on different servers.
            await(
                    "no memory is left",
                    () ->
                            one.memory().free() == two.memory().free()
                                    && one.memory().free() + (1 << 20) > one.memory().total());
        }
        awaitNoSession();
    }

    /** Returns the number of sessions at both servers. */
    int sessions() {
        return servers().stream().mapToInt(Server::getSessions).sum();
    }

    private List<Server> servers() {
        return admin().always()
                .listServers(ListServersRequest.getDefaultInstance())
                .getServersList();
    }

    /** Sends a process a signal, such as STOP. */
    static void signal(HiraProcess process, String name) {
        try {
            Process kill =
                    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            assertThat(kill.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(kill.exitValue()).isZero();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError("the signal " + name + " cannot be sent", e);
        }
    }

    /** Repeats a check until it holds. Every check is a round trip, so this does not spin idly. */
    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("still not so: " + what).isLessThan(deadline);
        }
    }
}
