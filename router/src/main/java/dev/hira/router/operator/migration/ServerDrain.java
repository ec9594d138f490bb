package dev.hira.router.operator.migration;

import dev.hira.router.operator.migration.MigrationReport.Step;
import dev.hira.router.placement.PlacementDecision;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.placement.ServerView;
import dev.hira.router.session.PlaceAgain;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Moves the sessions of one server to other servers. Several VMs move at the same time, the
 * sessions of one VM one after the other, each to the place that the router's strategy chooses. A
 * session that cannot move stays, and the others go on. The pool must not place sessions at the
 * server meanwhile.
 *
 * <p>Sessions that had their places there before, but are still opening, move as soon as they are
 * open; so do those that another migration brings.
 *
 * <p>{@link #run} blocks its thread for the whole drain. An interrupt cancels the moves; {@link
 * #stop} lets those under way finish.
 */
public final class ServerDrain {
    private static final long LOOK_AGAIN_MILLIS = 20;

    private final String server;
    private final RouterServices services;
    private final DrainSettings settings;
    private final Set<String> migrating;
    private final Consumer<DrainReport> progress;

    /** Ids of the sessions whose moves have begun; each moves only once. */
    private final Set<String> tried = ConcurrentHashMap.newKeySet();

    private final AtomicInteger moved = new AtomicInteger();
    private final CountDownLatch stop = new CountDownLatch(1);

    /**
     * @param migrating the VMs of all migrations under way; the drain waits for those of others
     * @param progress receives a report of each step of each session, and the summary; called by
     *     several threads
     */
    public ServerDrain(
            String server,
            RouterServices services,
            DrainSettings settings,
            Set<String> migrating,
            Consumer<DrainReport> progress) {
        this.server = server;
        this.services = services;
        this.settings = settings;
        this.migrating = migrating;
        this.progress = progress;
    }

    /** Lets the moves under way finish, and begins none. Any thread may call it. */
    public void stop() {
        stop.countDown();
    }

    /** Whether it was stopped. */
    public boolean stopped() {
        return stop.getCount() == 0;
    }

    /** Moves the sessions; returns the summary. */
    public DrainReport run() {
        try (ExecutorService movers =
                Executors.newFixedThreadPool(
                        settings.vms(), Thread.ofVirtual().name("hira-drain-", 0).factory())) {
            boolean over = false;
            while (!over) {
                moveAll(movers);
                over = isComplete() || stop.await(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            stop();
        }
        DrainReport last = summary();
        progress.accept(last);
        return last;
    }

    private DrainReport summary() {
        int left = (int) here().count();
        boolean done = left == 0 && !stopped();
        String stay = left == 1 ? "1 session stays" : left + " sessions stay";
        String problem = stopped() ? "the drain was cancelled" : stay;
        return new DrainReport(
                "", "", done ? Step.DONE : Step.FAILED, "", done ? "" : problem, moved.get(), left);
    }

    /** Moves the present sessions that have not been tried. */
    private void moveAll(ExecutorService movers) throws InterruptedException {
        Map<String, List<RouterSession>> vms =
                untried()
                        .collect(
                                Collectors.groupingBy(this::vm, TreeMap::new, Collectors.toList()));
        List<Future<?>> moves = new ArrayList<>();
        vms.forEach((vm, sessions) -> moves.add(movers.submit(() -> move(vm, sessions))));
        try {
            for (Future<?> move : moves) {
                move.get();
            }
        } catch (InterruptedException e) {
            movers.shutdownNow();
            throw e;
        } catch (ExecutionException e) {
            movers.shutdownNow();
            throw new IllegalStateException("a move failed unexpectedly", e.getCause());
        }
    }

    private void move(String vm, List<RouterSession> sessions) {
        if (!migrating.add(vm)) {
            return; // its sessions are looked at again after the other migration
        }
        try {
            for (RouterSession session : sessions) {
                if (stopped() || Thread.currentThread().isInterrupted()) {
                    return;
                }
                tried.add(session.id());
                new OneMove(vm, session).run();
            }
        } finally {
            migrating.remove(vm);
        }
    }

    /** Whether all sessions were tried, and none is still opening there or moving there. */
    private boolean isComplete() {
        int counted = services.pool().view(server).map(ServerView::sessions).orElse(0);
        List<RouterSession> open = here().toList();
        return counted <= open.size() && open.stream().allMatch(s -> tried.contains(s.id()));
    }

    private Stream<RouterSession> untried() {
        return here().filter(session -> !tried.contains(session.id()));
    }

    /** Returns the open sessions at the server. */
    private Stream<RouterSession> here() {
        return services.registry().all().stream().filter(this::isHere);
    }

    private boolean isHere(RouterSession session) {
        SessionView facts = session.facts();
        return facts != null
                && !session.hasEnded()
                && facts.placed().server().name().equals(server);
    }

    private String vm(RouterSession session) {
        SessionView facts = session.facts();
        return facts == null ? "" : facts.vm();
    }

    /** The move of one session, to the first server that takes it. */
    private final class OneMove {
        private final String vm;
        private final RouterSession session;
        private final long deadline = services.nanoClock().nanoTime() + settings.limit().toNanos();

        /** The servers that did not take it, with their reasons. */
        private final Map<String, String> refusals = new LinkedHashMap<>();

        /** The server that it moves to; empty: none. */
        private String candidate = "";

        private String target = "";

        OneMove(String vm, RouterSession session) {
            this.vm = vm;
            this.session = session;
        }

        void run() {
            MigrationReport last = tryNext();
            while (last.refused() && !stopped() && left().isPositive()) {
                last = tryNext();
            }
            if (last.step() == Step.FAILED && !session.hasEnded()) {
                tell(last);
            }
        }

        private Duration left() {
            return Duration.ofNanos(deadline - services.nanoClock().nanoTime());
        }

        private MigrationReport tryNext() {
            MigrationReport last =
                    new VmMigration(
                                    vm,
                                    List.of(session),
                                    services.pool(),
                                    services.nanoClock(),
                                    new MoveLimits(left(), settings.hold()),
                                    this::tellStep)
                            .run(this::place);
            if (last.refused()) {
                refusals.put(candidate, last.problem());
            }
            return last;
        }

        private PlacementDecision place(SessionView facts) {
            PlacementDecision decision = PlaceAgain.find(services, facts, refusals);
            if (decision instanceof Placed place) {
                candidate = place.server().name();
                target = candidate + "/" + place.ordinals().getFirst();
            }
            return decision;
        }

        private void tellStep(MigrationReport report) {
            if (report.step() == Step.FAILED || report.sessions() == 0) {
                return; // another server may take it, or it has ended
            }
            if (report.step() == Step.DONE) {
                moved.incrementAndGet();
            }
            tell(report);
        }

        private void tell(MigrationReport report) {
            progress.accept(
                    new DrainReport(
                            vm,
                            session.id(),
                            report.step(),
                            target,
                            report.problem(),
                            moved.get(),
                            (int) here().count()));
        }
    }
}
