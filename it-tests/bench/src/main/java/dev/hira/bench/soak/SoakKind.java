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

    /**
     * The server of the protected VM is killed, and a guest of another VM. A program that is told
     * of the server's death begins again; it does not notice the guest's.
     */
    FAULTS("deaths of servers and guests", false) {
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
            return new GuestKills(
                    new KillsAtCalls(stack.processes(), VM, seed),
                    stack.processes().uri(),
                    DOOMED_VM,
                    seed);
        }

        @Override
        List<String> vms() {
            return List.of(VM, DOOMED_VM);
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
                            2, List.of("--devices", "1", "--profile", "small"), List.of()));
        }

        @Override
        Disturber disturber(SoakStack stack, long seed) {
            return new FaultsAtCalls(events(), 60, Integer.MAX_VALUE, seed, stack.relay()::cut);
        }
    };

    /** The VM to which something happens. */
    static final String VM = "disturbed";

    /** The VM of guests that are killed. */
    private static final String DOOMED_VM = "doomed";

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

    /** Returns the VMs of which nothing may be left at the end. */
    List<String> vms() {
        return List.of(VM);
    }

    /** Starts a router and two servers, which may use a folder. */
    abstract SoakStack start(Path folder);

    /** Returns what disturbs the next program of the VM. */
    abstract Disturber disturber(SoakStack stack, long seed);
}
