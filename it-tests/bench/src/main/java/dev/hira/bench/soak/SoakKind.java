package dev.hira.bench.soak;

import dev.hira.cli.launch.LocalStack;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What happens to the VM of a soak. */
public enum SoakKind {
    /**
     * The VM moves between two servers. A seed chooses the calls before which moves begin; the
     * point that a move has reached when a later call is made depends on the threads.
     */
    MIGRATION("moves", true) {
        @Override
        SoakStack start(Path folder) {
            return SoakStack.direct(
                    LocalStack.start(
                            2, List.of("--devices", "2", "--profile", "small"), List.of()));
        }

        @Override
        Disturber disturber(SoakStack stack, long seed) {
            return new MovesAtCalls(stack.processes().adminUri(), VM, seed);
        }
    },

    /** The server of the protected VM is killed. A program that is told of it begins again. */
    FAULTS("deaths of servers", false) {
        @Override
        SoakStack start(Path folder) {
            return SoakStack.direct(
                    LocalStack.start(
                            2,
                            List.of("--devices", "1", "--profile", "small"),
                            List.of("--set", "policy.vms." + VM + ".protection=rebuild")));
        }

        @Override
        Disturber disturber(SoakStack stack, long seed) {
            return new KillsAtCalls(stack.processes(), VM, seed);
        }
    },

    /** The router is killed, and started again with its state. The program notices nothing. */
    ROUTERS("deaths of the router", true) {
        @Override
        SoakStack start(Path folder) {
            return SoakStack.direct(
                    LocalStack.start(
                            2,
                            List.of("--devices", "1", "--profile", "small"),
                            List.of("--state", folder.resolve("state").toString())));
        }

        @Override
        Disturber disturber(SoakStack stack, long seed) {
            return new FaultsAtCalls(events(), 150, 3, seed, () -> killRouter(stack.processes()));
        }
    },

    /** The connection between the program and the router is cut. The program notices nothing. */
    LINKS("cuts", true) {
        @Override
        SoakStack start(Path folder) {
            return SoakStack.relayed(
                    LocalStack.start(
                            2,
                            List.of("--devices", "1", "--profile", "small"),
                            List.of("--set", "timeouts.resume=" + RESUME)));
        }

        @Override
        Disturber disturber(SoakStack stack, long seed) {
            return new FaultsAtCalls(events(), 60, Integer.MAX_VALUE, seed, stack.relay()::cut);
        }
    };

    /** The VM to which something happens. */
    static final String VM = "disturbed";

    /**
     * The time for which the router keeps a session whose connection is cut: also one that its
     * program closes before it is connected again.
     */
    private static final String RESUME = "10s";

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final String events;
    private final boolean keepsServers;

    SoakKind(String events, boolean keepsServers) {
        this.events = events;
        this.keepsServers = keepsServers;
    }

    /** Kills the router, and starts it again. */
    private static void killRouter(LocalStack stack) {
        stack.router().kill();
        stack.router().awaitExit(PATIENCE);
        stack.restartRouter();
    }

    /** Returns the word for what happens, in the plural. */
    String events() {
        return events;
    }

    /** Returns whether the servers are the same processes until the end. */
    boolean keepsServers() {
        return keepsServers;
    }

    /** Starts a router and two servers, which may use a folder. */
    abstract SoakStack start(Path folder);

    /** Returns what disturbs the next program of the VM. */
    abstract Disturber disturber(SoakStack stack, long seed);
}
