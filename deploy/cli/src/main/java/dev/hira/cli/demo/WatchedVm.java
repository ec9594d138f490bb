package dev.hira.cli.demo;

import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.Session;
import dev.hira.cli.client.AdminClient;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/** A VM with one guest program, as the router's admin service tells of it. */
final class WatchedVm {
    private static final long MORE_CALLS = 500;
    private static final long LOOK_MILLIS = 20;

    private final AdminClient admin;
    private final String name;

    WatchedVm(AdminClient admin, String name) {
        this.admin = admin;
        this.name = name;
    }

    String name() {
        return name;
    }

    /** Returns the VM's session; empty when it has none. */
    Optional<Session> session() {
        return admin
                .now()
                .listSessions(ListSessionsRequest.newBuilder().setVm(name).build())
                .getSessionsList()
                .stream()
                .findFirst();
    }

    /** Returns the name of the API server where the session is; empty when there is no session. */
    String server() {
        return session().map(Session::getServer).orElse("");
    }

    /** Waits until the guest has made some more calls; false when it does not in time. */
    boolean works(Duration limit) throws InterruptedException {
        long enough = session().map(s -> s.getUsage().getCalls()).orElse(0L) + MORE_CALLS;
        return await(session -> session.getUsage().getCalls() >= enough, limit);
    }

    /** Waits until the session is at another server; false when it is not in time. */
    boolean leaves(String server, Duration limit) throws InterruptedException {
        return await(session -> !session.getServer().equals(server), limit);
    }

    /** Waits for a condition; false when it is not met in time, or the session ended. */
    private boolean await(Predicate<Session> condition, Duration limit)
            throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        Optional<Session> now = session();
        while (now.isPresent() && System.nanoTime() < deadline) {
            if (condition.test(now.get())) {
                return true;
            }
            Thread.sleep(LOOK_MILLIS);
            now = session();
        }
        return false;
    }
}
