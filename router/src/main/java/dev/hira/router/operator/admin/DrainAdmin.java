package dev.hira.router.operator.admin;

import dev.hira.admin.v1.DrainServerProgress;
import dev.hira.admin.v1.DrainServerRequest;
import dev.hira.admin.v1.Server;
import dev.hira.admin.v1.UndrainServerRequest;
import dev.hira.router.operator.access.Author;
import dev.hira.router.operator.admin.message.AdminErrors;
import dev.hira.router.operator.admin.message.ServerMessages;
import dev.hira.router.operator.changes.Changes;
import dev.hira.router.operator.changes.StoredPolicy;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.EventKind;
import dev.hira.router.operator.migration.DrainReport;
import dev.hira.router.operator.migration.DrainSettings;
import dev.hira.router.operator.migration.ServerDrain;
import dev.hira.router.placement.ServerView;
import dev.hira.router.placement.ServerView.Health;
import dev.hira.router.session.RouterServices;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drains servers on threads of their own, one drain of a server at a time. */
final class DrainAdmin implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DrainAdmin.class);
    private static final int USUAL_VMS = 4;
    private static final int MOST_VMS = 64;

    private final RouterServices services;
    private final Changes changes;
    private final Set<String> migrating;
    private final Map<String, ServerDrain> underWay = new ConcurrentHashMap<>();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    /**
     * @param migrating the VMs of all migrations under way
     */
    DrainAdmin(RouterServices services, Changes changes, Set<String> migrating) {
        this.services = services;
        this.changes = changes;
        this.migrating = migrating;
    }

    /** Starts a drain, whose reports go to the stream. */
    synchronized void drain(
            DrainServerRequest request, ServerCallStreamObserver<DrainServerProgress> out) {
        String server = request.getServer();
        DrainSettings settings =
                new DrainSettings(
                        vms(request.getConcurrency()),
                        MigrationAdmin.limit(request.hasLimit(), request.getLimit()),
                        MigrationAdmin.hold(services, request.hasHold(), request.getHold()));
        require(server);
        requireAnother(server);
        ServerDrain drain =
                new ServerDrain(server, services, settings, migrating, report -> tell(report, out));
        if (underWay.putIfAbsent(server, drain) != null) {
            throw AdminErrors.precondition(
                    "DRAIN_UNDER_WAY",
                    "a drain of '"
                            + server
                            + "' is under way already; wait for its end, or undrain the server");
        }
        String author = Author.current();
        Thread thread =
                Thread.ofVirtual()
                        .name("hira-drain-" + server)
                        .unstarted(() -> run(server, drain, author, out));
        out.setOnCancelHandler(drain::stop);
        threads.add(thread);
        thread.start();
    }

    /** Lets sessions be placed at a server again. */
    synchronized Server undrain(UndrainServerRequest request) {
        String server = request.getServer();
        String uri = require(server).uri().toString();
        changes.keep(
                Author.current(),
                List.of(
                        StoredPolicy.drain(server, false),
                        StoredPolicy.drain(uri, false))); // its name before its first report
        ServerDrain drain = underWay.get(server);
        if (drain != null) {
            drain.stop();
        }
        services.pool().drain(server, false);
        LOG.atInfo()
                .addKeyValue("server", server)
                .addKeyValue("author", Author.current())
                .log("server undrained");
        EventHub events = services.events();
        events.publish(
                events.now(EventKind.SERVER_UNDRAINED, "")
                        .because("operator", Author.signed("sessions may be placed at " + server)));
        return ServerMessages.server(require(server), services.registry().all());
    }

    private ServerView require(String server) {
        return ServerMessages.require(services.pool(), server);
    }

    private void requireAnother(String server) {
        boolean another =
                services.pool().views().stream()
                        .anyMatch(v -> v.health() == Health.SERVING && !v.name().equals(server));
        if (!another) {
            throw AdminErrors.precondition(
                    "NO_OTHER_SERVER",
                    "no API server other than '"
                            + server
                            + "' serves now, so its sessions could not move and no session could"
                            + " open; start another API server, or undrain one");
        }
    }

    private static int vms(int asked) {
        if (asked < 0 || asked > MOST_VMS) {
            throw AdminErrors.invalid(
                    "concurrency",
                    Integer.toUnsignedString(asked)
                            + " was asked; allowed is 1 to "
                            + MOST_VMS
                            + ", or 0 for "
                            + USUAL_VMS);
        }
        return asked == 0 ? USUAL_VMS : asked;
    }

    private void run(
            String server,
            ServerDrain drain,
            String author,
            ServerCallStreamObserver<DrainServerProgress> out) {
        try {
            closeServer(server, drain, author);
            DrainReport last = drain.run();
            publish(server, last, author);
            end(server, drain);
            synchronized (out) {
                if (!out.isCancelled()) {
                    out.onCompleted();
                }
            }
        } catch (UncheckedIOException failure) {
            LOG.atError().setCause(failure).log("a drain could not be kept");
            end(server, drain);
            synchronized (out) {
                out.onError(AdminErrors.notKept(failure));
            }
        } catch (RuntimeException defect) {
            LOG.atError().addKeyValue("server", server).setCause(defect).log("defect in a drain");
            end(server, drain);
            synchronized (out) {
                out.onError(
                        Status.INTERNAL
                                .withDescription("the router failed in the drain; see its log")
                                .asRuntimeException());
            }
        }
    }

    /** Lets no session be placed at the server, unless the drain has been stopped already. */
    private synchronized void closeServer(String server, ServerDrain drain, String author) {
        if (!drain.stopped()) {
            changes.keep(author, List.of(StoredPolicy.drain(server, true)));
            services.pool().drain(server, true);
        }
    }

    private void end(String server, ServerDrain drain) {
        underWay.remove(server, drain);
        threads.remove(Thread.currentThread());
    }

    private void publish(String server, DrainReport last, String author) {
        LOG.atInfo()
                .addKeyValue("server", server)
                .addKeyValue("moved", last.moved())
                .addKeyValue("left", last.left())
                .addKeyValue("author", author)
                .log(
                        last.problem().isEmpty() ? "server drained" : "server not drained: {}",
                        last.problem());
        EventHub events = services.events();
        String counts =
                server
                        + ": "
                        + last.moved()
                        + (last.moved() == 1 ? " session moved, " : " sessions moved, ")
                        + last.left()
                        + " left; by "
                        + author;
        events.publish(events.now(EventKind.SERVER_DRAINED, "").because("operator", counts));
    }

    private static void tell(
            DrainReport report, ServerCallStreamObserver<DrainServerProgress> out) {
        synchronized (out) {
            if (!out.isCancelled()) {
                out.onNext(message(report));
            }
        }
    }

    private static DrainServerProgress message(DrainReport report) {
        return DrainServerProgress.newBuilder()
                .setVm(report.vm())
                .setSession(report.session())
                .setStep(MigrationAdmin.step(report.step()))
                .setTarget(report.target())
                .setProblem(report.problem())
                .setMoved(report.moved())
                .setLeft(report.left())
                .build();
    }

    /** Cancels all drains, with the moves under way. */
    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }
}
