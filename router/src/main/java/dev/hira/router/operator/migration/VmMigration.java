package dev.hira.router.operator.migration;

import dev.hira.policy.NanoClock;
import dev.hira.router.operator.migration.MigrationReport.CopyAhead;
import dev.hira.router.operator.migration.MigrationReport.HeldParts;
import dev.hira.router.operator.migration.MigrationReport.Step;
import dev.hira.router.placement.PlacementDecision;
import dev.hira.router.placement.PlacementDecision.NoPlace;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.placement.ServerPool;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionMove;
import dev.hira.router.session.SessionMove.Round;
import dev.hira.router.session.SessionView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The migration of sessions of one VM, of all or, for a drain, of one: none goes on at its new
 * server before all of them can, so that they move together. A session that is at the target
 * already stays there and goes on meanwhile. A failure before the last step leaves all of them
 * where they were. The sessions are opened at the new servers, and memory is copied in rounds,
 * while the VM runs. If the whole VM moves, sessions that open meanwhile are placed at the new
 * server.
 *
 * <p>{@link #run} blocks its thread for the whole migration; an interrupt cancels it.
 */
public final class VmMigration {
    private final String vm;
    private final List<RouterSession> sessions;
    private final ServerPool pool;
    private final NanoClock clock;
    private final Consumer<MigrationReport> progress;
    private final List<SessionMove> moves = new ArrayList<>();
    private final MoveLimits limits;
    private final long deadline;

    /** When the present step must have ended: a hold ends before the whole move has to. */
    private long until;

    /** What has not happened if the present step does not end in time. */
    private String expected = "";

    private CopyAhead ahead = CopyAhead.NONE;
    private boolean held;
    private long heldSince;
    private volatile long restedAt;
    private volatile long recreatedAt;
    private volatile long copiedAt;
    private volatile long switchedAt;

    /** Whether it is certain that the sessions go on at their new servers, or that they do not. */
    private final AtomicBoolean decided = new AtomicBoolean();

    /** Whether the migration failed because a new server did not take its session. */
    private boolean refused;

    private volatile long calls;
    private long bytes;

    /**
     * @param sessions the open sessions of the VM that are to move
     * @param progress receives a report at the beginning of each step and at the end
     */
    public VmMigration(
            String vm,
            List<RouterSession> sessions,
            ServerPool pool,
            NanoClock clock,
            MoveLimits limits,
            Consumer<MigrationReport> progress) {
        this.vm = vm;
        this.sessions = List.copyOf(sessions);
        this.pool = pool;
        this.clock = clock;
        this.progress = progress;
        this.limits = limits;
        this.deadline = clock.nanoTime() + limits.whole().toNanos();
        this.until = deadline;
    }

    /** Migrates the VM; returns the last report. */
    public MigrationReport run(TargetPlaces places) {
        MigrationTarget target = places.target();
        pool.moves(vm, target.server());
        try {
            return run(facts -> places.take(facts, facts.placed().ordinals().size()), target::has);
        } finally {
            pool.arrived(vm);
        }
    }

    /**
     * Migrates the VM; returns the last report.
     *
     * @param places takes a place for a session
     */
    MigrationReport run(Function<SessionView, PlacementDecision> places) {
        return run(places, _ -> false);
    }

    /**
     * Migrates the VM; returns the last report.
     *
     * @param stays whether a session that is at a place stays there
     */
    private MigrationReport run(
            Function<SessionView, PlacementDecision> places, Predicate<Placed> stays) {
        MigrationReport last;
        try {
            prepare(places, stays);
            report(Step.OPEN);
            calls = all(SessionMove::openAhead).stream().mapToLong(Integer::longValue).sum();
            copyAhead();
            requireShortCopy();
            hold();
            moveAtRest();
            last = state(Step.DONE, "");
        } catch (SessionMove.MoveFailed e) {
            refused = moves.stream().anyMatch(move -> !move.refusal().isEmpty());
            last = failed(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            last = failed("the migration was cancelled");
        }
        progress.accept(last);
        return last;
    }

    /** Copies memory while the VM runs, in rounds. */
    private void copyAhead() throws InterruptedException {
        CopyPace pace = new CopyPace(limits.hold());
        while (pace.goesOn()) {
            ahead = pace.begin();
            report(Step.ROUND);
            long since = clock.nanoTime();
            List<Round> rounds = all(move -> move.round(ahead.slowdown()));
            long copied = rounds.stream().mapToLong(Round::bytes).sum();
            long pending = rounds.stream().mapToLong(Round::pending).sum();
            bytes += copied;
            ahead = pace.end(copied, clock.nanoTime() - since, pending);
        }
    }

    /** Fails if the memory that is left cannot be copied while commands may be held. */
    private void requireShortCopy() {
        if (ahead.leftNanos() > limits.hold().toNanos()) {
            int slowdown = ahead.slowdown();
            throw new SessionMove.MoveFailed(
                    (slowdown == 1
                                    ? "the memory that the VM wrote meanwhile cannot be copied in time: its "
                                    : "the VM writes memory faster than it can be copied, even if its"
                                            + " work goes on for only 1/"
                                            + slowdown
                                            + " of the time: the ")
                            + ahead.pending()
                            + " bytes that are left take about "
                            + TimeUnit.NANOSECONDS.toMillis(ahead.leftNanos())
                            + " ms"
                            + holdLimit());
        }
    }

    /**
     * Begins the hold: commands with work wait, and the work that the servers have comes to a
     * standstill, while all other commands go on. Only when all sessions are so far, their commands
     * are held altogether.
     */
    private void hold() throws InterruptedException {
        heldSince = clock.nanoTime();
        held = true;
        until = Math.min(deadline, heldSince + limits.hold().toNanos());
        report(Step.REST);
        // The server says what keeps it, so its limit ends first.
        Duration within = Duration.ofNanos(Math.max(1, (until - heldSince) / 8 * 7));
        expected = "the server had not made the work stand still";
        results(moves.stream().map(move -> move.settle(within)).toList());
    }

    /**
     * Lets each session take the steps at rest without waiting for the others, and all go on when
     * the last one can. The threads of sessions lead from step to step: while commands are held,
     * this thread only reports.
     */
    private void moveAtRest() throws InterruptedException {
        Duration left = Duration.ofNanos(Math.max(1, until - clock.nanoTime()));
        List<CompletableFuture<Void>> rested = moves.stream().map(SessionMove::rested).toList();
        List<CompletableFuture<Integer>> recreated =
                moves.stream().map(SessionMove::recreated).toList();
        var _ = allOf(rested).thenRun(() -> restedAt = clock.nanoTime());
        var _ = allOf(recreated).thenRun(() -> recreatedAt = clock.nanoTime());
        List<CompletableFuture<Long>> copied =
                moves.stream().map(move -> move.moveAtRest(left)).toList();
        CompletableFuture<Void> switched = allOf(copied).thenCompose(_ -> goOn());
        expected = "the session had not come to rest";
        results(rested);
        report(Step.RECREATE);
        expected = "the last recorded calls had not been repeated at the new server";
        calls = results(recreated).stream().mapToLong(Integer::longValue).sum();
        report(Step.COPY);
        expected = "the last memory had not arrived at the new server";
        bytes = results(copied).stream().mapToLong(Long::longValue).sum();
        until = deadline; // the states have arrived: nothing leads back
        results(List.of(switched));
    }

    /** Lets all sessions go on at their new servers, unless the migration has failed. */
    private CompletableFuture<Void> goOn() {
        if (!decided.compareAndSet(false, true)) {
            return CompletableFuture.failedFuture(new SessionMove.MoveFailed("it has failed"));
        }
        copiedAt = clock.nanoTime();
        return allOf(moves.stream().map(SessionMove::goOn).toList())
                .thenRun(() -> switchedAt = clock.nanoTime());
    }

    private static CompletableFuture<Void> allOf(List<? extends CompletableFuture<?>> all) {
        return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new));
    }

    private MigrationReport failed(String why) {
        if (decided.compareAndSet(false, true)) {
            moves.forEach(move -> move.abandon(why));
            return state(Step.FAILED, why);
        }
        return afterAll(why);
    }

    /** Reports the end of a migration that could not be stopped any longer. */
    private MigrationReport afterAll(String why) {
        try {
            allOf(moves.stream().map(SessionMove::goOn).toList())
                    .orTimeout(limits.whole().toNanos(), TimeUnit.NANOSECONDS)
                    .join();
            return state(Step.DONE, "");
        } catch (CompletionException e) {
            return state(Step.FAILED, why);
        }
    }

    private void prepare(Function<SessionView, PlacementDecision> places, Predicate<Placed> stays) {
        if (sessions.isEmpty()) {
            throw new SessionMove.MoveFailed("the VM '" + vm + "' has no open session");
        }
        int staying = 0;
        for (RouterSession session : sessions) {
            SessionView facts = session.facts();
            if (facts == null) {
                continue;
            }
            if (stays.test(facts.placed())) {
                staying++;
                continue;
            }
            Placed place = placed(places.apply(facts), facts);
            SessionMove move = session.moveTo(place);
            if (move == null) {
                pool.release(place, vm);
            } else {
                moves.add(move);
            }
        }
        if (moves.isEmpty() && staying > 0) {
            throw new SessionMove.MoveFailed("the VM '" + vm + "' is there already");
        }
    }

    private Placed placed(PlacementDecision decision, SessionView facts) {
        return switch (decision) {
            case NoPlace none -> throw new SessionMove.MoveFailed(none.reason());
            case Placed placed -> checked(placed, facts);
        };
    }

    private Placed checked(Placed placed, SessionView facts) {
        Placed now = facts.placed();
        if (placed.granule() != now.granule()) {
            pool.release(placed, vm);
            throw new SessionMove.MoveFailed(
                    "memory is allocated in units of "
                            + placed.granule()
                            + " bytes there, and of "
                            + now.granule()
                            + " bytes where the VM is");
        }
        return placed;
    }

    /** Lets all sessions take a step, and waits for them. */
    private <T> List<T> all(Function<SessionMove, CompletableFuture<T>> step)
            throws InterruptedException {
        return results(moves.stream().map(step).toList());
    }

    private <T> List<T> results(List<CompletableFuture<T>> futures) throws InterruptedException {
        List<T> results = new ArrayList<>();
        for (CompletableFuture<T> future : futures) {
            try {
                results.add(future.get(until - clock.nanoTime(), TimeUnit.NANOSECONDS));
            } catch (TimeoutException e) {
                throw new SessionMove.MoveFailed(
                        until < deadline
                                ? expected + holdLimit()
                                : "the migration's time limit is over" + limit());
            } catch (ExecutionException e) {
                throw new SessionMove.MoveFailed(why(e));
            }
        }
        return results;
    }

    private String why(ExecutionException e) {
        Throwable cause = e.getCause();
        String why = String.valueOf((cause == null ? e : cause).getMessage());
        if (clock.nanoTime() >= deadline) {
            return why + limit();
        }
        boolean late = held && until - clock.nanoTime() <= limits.hold().toNanos() / 8;
        return late ? why + holdLimit() : why;
    }

    private String limit() {
        return "; the limit of the migration is " + limits.whole().toMillis() + " ms";
    }

    private String holdLimit() {
        return "; commands may be held for "
                + limits.hold().toMillis()
                + " ms, by the setting moves.hold or the option --hold";
    }

    private void report(Step step) {
        progress.accept(state(step, ""));
    }

    private MigrationReport state(Step step, String problem) {
        long now = switchedAt == 0 ? clock.nanoTime() : switchedAt;
        return new MigrationReport(
                step,
                moves.size(),
                calls,
                bytes,
                ahead,
                held ? now - heldSince : 0,
                step == Step.DONE ? partsUntil(now) : HeldParts.NONE,
                problem,
                refused);
    }

    private HeldParts partsUntil(long now) {
        return new HeldParts(
                restedAt - heldSince,
                recreatedAt - restedAt,
                copiedAt - recreatedAt,
                now - copiedAt);
    }
}
