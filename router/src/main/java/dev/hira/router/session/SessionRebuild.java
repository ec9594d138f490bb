package dev.hira.router.session;

import dev.hira.router.judge.DownPath.Hold;
import dev.hira.router.judge.link.CommandLog;
import dev.hira.router.operator.events.SessionEvents;
import dev.hira.router.placement.PlacementDecision;
import dev.hira.router.placement.PlacementDecision.NoPlace;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionKeeper.KeptState;
import dev.hira.router.session.place.IncomingServer;
import dev.hira.wire.CloseRecord;
import dev.hira.wire.LinkStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The recreation of a session whose API server is gone: its commands are held, its objects are
 * created again at another server, or at the same after its restart, and the guest is told that the
 * contents of memory are lost. A round of attempts tries each server at most once. Rounds are
 * repeated, after pauses of random length, until {@code recovery.limit} has passed; then the
 * session ends. It also ends when servers die of the repeated calls, so that one session cannot
 * take down all of them.
 *
 * <p>If a server repeats all commands, the attempt there goes on after the session has switched to
 * it, and has failed when a command fails that had succeeded.
 *
 * <p>All methods are called on the session's thread.
 */
final class SessionRebuild implements RebuildAttempt.Outcome {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    /**
     * The longest pause is this part of the limit once a repeated call has failed. Each of two
     * sessions may lack the memory that the other session holds only while its calls are repeated.
     * One session can end its repetition when the other session's pause is longer.
     */
    private static final int PAUSES_IN_LIMIT = 8;

    /** Most servers that may die while they repeat the calls. */
    private static final int MOST_DEATHS = 3;

    private final RouterSession session;
    private final RouterServices services;
    private final MovableSession what;
    private final LinkStatus reason;

    /** Whether another server repeats all commands. */
    private final boolean repeats;

    private final String former;
    private final Duration limit;
    private final SessionEvents events;
    private final long since;
    private Timer.Cancellable deadline = () -> {};
    private Timer.Cancellable pause = () -> {};
    private Duration nextPause = FIRST_PAUSE;
    private Duration longestPause = LONGEST_PAUSE;
    private @Nullable RebuildAttempt attempt;
    private int deaths;

    /** The repetitions that have failed. */
    private int repetitions;

    /** The servers that have failed in the present round, with their reasons. */
    private final Map<String, String> refusals = new LinkedHashMap<>();

    /** The reason why the last round has failed; empty: none has ended. */
    private String problem = "";

    private boolean over;

    /**
     * @param reason the reason for the guest, if the session ends
     */
    SessionRebuild(
            RouterSession session,
            RouterServices services,
            MovableSession what,
            LinkStatus reason) {
        this.session = session;
        this.services = services;
        this.what = what;
        this.reason = reason;
        this.repeats = what.paths().links().areRepeatable();
        this.former = session.place().serverName();
        this.limit = services.config().recovery().limit();
        this.events = session.events(what.vm());
        this.since = services.nanoClock().nanoTime();
    }

    /** Begins, now that the session's commands are held. */
    void begin() {
        events.lost(reason.message());
        boolean logged = what.paths().links().log() != null;
        int fruitless = logged ? log().lost(what.paths().loss().isAwaited()) : 0;
        if (!repeats) {
            what.paths().loss().happened();
            what.paths().memory().lost();
        }
        deadline = services.timer().after(limit, () -> session.execute(this::tooLate));
        if (fruitless >= MOST_DEATHS) {
            giveUp(fruitless + " servers died of the same command");
        } else {
            attempt();
        }
    }

    /** Ends the recreation because the server that repeats the commands is gone too. */
    void superseded() {
        stop();
        attempt = null;
    }

    /** Ends the recreation because the session ends. */
    void sessionEnded() {
        if (stop()) {
            services.meters().rebuild("ended");
        }
        RebuildAttempt present = attempt;
        attempt = null;
        if (present != null) {
            present.abandon("the session ended");
        }
    }

    private boolean stop() {
        boolean first = !over;
        over = true;
        deadline.cancel();
        pause.cancel();
        return first;
    }

    // --- attempts

    private void attempt() {
        if (over) {
            return;
        }
        switch (place()) {
            case NoPlace none -> endRound(none.reason());
            case Placed place -> {
                RebuildAttempt fresh = at(place);
                attempt = fresh;
                fresh.begin();
            }
        }
    }

    private RebuildAttempt at(Placed place) {
        if (!repeats) {
            return new ObjectsOnly(session, what, services, place, limit, this);
        }
        KeptState kept = what.checkpoints() == null ? null : what.checkpoints().state();
        return new Repetition(session, what, services, place, kept, this);
    }

    /** Prefers other servers; the same one may have restarted. */
    private PlacementDecision place() {
        SessionView facts = Objects.requireNonNull(session.facts());
        Map<String, String> refusedOrFormer = new LinkedHashMap<>(refusals);
        refusedOrFormer.putIfAbsent(former, reason.message());
        PlacementDecision other = PlaceAgain.find(services, facts, refusedOrFormer);
        return other instanceof Placed ? other : PlaceAgain.find(services, facts, refusals);
    }

    private void endRound(String why) {
        problem = why;
        refusals.clear();
        Duration more = Duration.ofNanos(services.random().nextLong(nextPause.toNanos()));
        pause = services.timer().after(nextPause.plus(more), () -> session.execute(this::attempt));
        Duration twice = nextPause.multipliedBy(2);
        nextPause = twice.compareTo(longestPause) < 0 ? twice : longestPause;
    }

    private void tooLate() {
        List<String> why = new ArrayList<>(refusals.values());
        if (!problem.isEmpty()) {
            why.add(problem);
        }
        giveUp(
                "it was not there again after "
                        + limit.toMillis()
                        + " ms: "
                        + String.join("; ", why));
    }

    private void giveUp(String why) {
        if (over) {
            return;
        }
        String told = reason.message() + "; the session could not be recreated: " + why;
        if (!repeats) {
            what.paths().loss().tell(told + "; all contents of device memory are lost");
            // Each thread that waits for a held command learns of the loss instead.
            what.paths().down().setHold(Hold.REBUILDING, false);
        }
        session.end(new LinkStatus(reason.cause(), CloseRecord.brief(told)));
    }

    @Override
    public void failed(String server, String why, boolean died) {
        attempt = null;
        if (over) {
            return;
        }
        refusals.put(server, why);
        deaths += died ? 1 : 0;
        if (deaths == MOST_DEATHS) {
            giveUp(deaths + " servers died of it; " + why);
        } else {
            session.execute(this::attempt);
        }
    }

    @Override
    public void recreated() {
        RebuildAttempt done = attempt;
        if (over || done == null) {
            return;
        }
        deadline.cancel();
        done.takeOver();
        if (repeats) {
            what.paths().links().repeat(this::complete);
            watch(log().activityCount());
        } else {
            complete();
        }
    }

    /**
     * Tries again after a repeated call has failed at a server, which the session has left.
     *
     * @param server the name of that server
     */
    void repetitionFailed(String server, String why) {
        repetitions++;
        log().startOver();
        Duration passed = Duration.ofNanos(services.nanoClock().nanoTime() - since);
        Duration rest = limit.minus(passed);
        deadline.cancel();
        deadline =
                services.timer()
                        .after(
                                rest.isNegative() ? Duration.ZERO : rest,
                                () -> session.execute(this::tooLate));
        Duration longer = limit.dividedBy(PAUSES_IN_LIMIT);
        longestPause = longer.compareTo(LONGEST_PAUSE) > 0 ? longer : LONGEST_PAUSE;
        failed(server, why, false);
    }

    private CommandLog log() {
        return Objects.requireNonNull(what.paths().links().log());
    }

    /** Ends a session whose commands get no further at the new server. */
    private void watch(long activity) {
        int present = repetitions;
        deadline =
                services.timer()
                        .after(
                                limit,
                                () ->
                                        session.execute(() -> {
                                            if (present == repetitions) {
                                                look(activity);
                                            }
                                        }));
    }

    private void look(long activity) {
        if (!over && log().activityCount() != activity) {
            watch(log().activityCount());
        } else {
            giveUp(
                    "the repeated commands had other results at '"
                            + session.place().serverName()
                            + "'");
        }
    }

    private void complete() {
        if (!stop()) {
            return;
        }
        session.place().rebuilt();
        services.meters().rebuild("rebuilt");
        events.rebuilt(
                MovableSession.devices(session.place().placed()).getFirst(),
                services.nanoClock().nanoTime() - since);
        if (!repeats) {
            what.paths().loss().tell(message());
        }
        what.paths().down().setHold(Hold.REBUILDING, false);
    }

    private String message() {
        return "the API server '"
                + former
                + "' died, and all contents of device memory are lost; the session's objects"
                + " exist again at '"
                + session.place().serverName()
                + "', with memory that is zero; write what is needed and repeat the work";
    }

    /** Returns the server of the present attempt; null: there is none. */
    @Nullable IncomingServer incoming() {
        return attempt == null ? null : attempt.incoming();
    }
}
