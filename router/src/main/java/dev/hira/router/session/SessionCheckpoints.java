package dev.hira.router.session;

import dev.hira.router.config.RecoveryConfig.Checkpoints;
import dev.hira.router.judge.DownPath.Hold;
import dev.hira.router.judge.SessionPaths;
import dev.hira.router.judge.link.CommandLog;
import dev.hira.router.operator.events.SessionEvents;
import dev.hira.router.session.SessionKeeper.KeptState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checkpoints that the router makes of a session by itself, so that another server need only
 * repeat the commands since the last one.
 *
 * <p>One is made when the log of commands has grown by {@code recovery.checkpoint.bytes}, or when
 * {@code recovery.checkpoint.interval} has passed and the session has worked. When it is complete,
 * the log is cut, and it takes the place of the one before. While a log beyond its limit waits for
 * one, the session's commands are held. The attempt after a failure comes soon: often the server
 * has died, which the stream of its state shows first. After a second failure the session goes on,
 * and the next attempt waits, each time longer; a log that reaches its limit meanwhile is given up.
 *
 * <p>Belongs to the session's thread, unless a method says otherwise.
 */
final class SessionCheckpoints implements CommandLog.Watch {
    private static final Logger LOG = LoggerFactory.getLogger(SessionCheckpoints.class);

    /** The pause after a first failure, and while the session is being moved or rebuilt. */
    private static final Duration SOON = Duration.ofMillis(50);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private final RouterSession session;
    private final RouterServices services;
    private final SessionPaths paths;
    private final CommandLog log;
    private final SessionEvents events;
    private final Checkpoints config;
    private Duration nextPause = FIRST_PAUSE;
    private @Nullable SessionSave save;

    /** Whether no attempt is made for now. */
    private boolean waits;

    /** Whether that is only for a moment. */
    private boolean soon;

    /** Whether the last attempt that nothing displaced has failed. */
    private boolean hasFailed;

    /** Whether the log can be repeated, as last told. */
    private boolean complete = true;

    private Timer.Cancellable interval = () -> {};
    private Timer.Cancellable again = () -> {};

    /** The states that have arrived, and perhaps not been taken yet; guarded by itself. */
    private final List<KeptState> states = new ArrayList<>(2);

    /** Whether the session has ended; guarded by {@link #states}. */
    private boolean closed;

    /** The present one, and the time when it was made. Read by any thread. */
    private volatile @Nullable Present present;

    private volatile String problem = "";

    private record Present(KeptState state, long since) {}

    SessionCheckpoints(
            RouterSession session,
            RouterServices services,
            SessionPaths paths,
            CommandLog log,
            SessionEvents events) {
        this.session = session;
        this.services = services;
        this.paths = paths;
        this.log = log;
        this.events = events;
        this.config = services.config().recovery().checkpoints();
        log.watch(this);
        tick();
    }

    /** Returns the state from which another server would go on; null: it would begin anew. */
    @Nullable KeptState state() {
        Present last = present;
        return last == null ? null : last.state;
    }

    /** Returns the present one's age in nanoseconds; negative: there is none. Any thread. */
    long age() {
        Present last = present;
        return last == null ? -1 : services.nanoClock().nanoTime() - last.since;
    }

    /** Returns the present one's size. Any thread. */
    long bytes() {
        Present last = present;
        return last == null ? 0 : last.state.bytes();
    }

    /** Returns the reason why the last attempt failed; empty: it did not. Any thread. */
    String problem() {
        return problem;
    }

    // --- when

    private void tick() {
        if (!config.interval().isZero()) {
            interval =
                    services.timer()
                            .after(config.interval(), () -> session.execute(this::intervalOver));
        }
    }

    private void intervalOver() {
        tick();
        if (log.size() > 0 || paths.loss().isAwaited() || !complete) {
            attempt();
        }
    }

    @Override
    public boolean keeps(long bytes, boolean beyond) {
        if (bytes >= config.bytes() || beyond) {
            attempt();
        }
        boolean keeps = save != null || soon;
        if (beyond && keeps) {
            paths.down().setHold(Hold.FULL_LOG, true);
        } else if (beyond) {
            exposed("the log of its commands is full, and there is no checkpoint: " + problem);
        }
        return keeps;
    }

    /** Notes that the session is only rebuilt from now on if its server dies. */
    private void exposed(String why) {
        complete = false;
        events.exposed(why);
        LOG.atWarn()
                .addKeyValue("session", session.id())
                .log("the session is protected like 'rebuild' until its next checkpoint: {}", why);
    }

    // --- how

    private void attempt() {
        if (save != null || waits) {
            return;
        }
        SessionSave begun = session.save(true);
        if (begun == null) {
            return; // it is at no server
        }
        save = begun;
        var _ =
                services.keeper()
                        .keep(begun)
                        .whenComplete((state, failure) -> {
                            if (state == null) {
                                session.execute(
                                        () -> failed(begun, String.valueOf(failure.getMessage())));
                            } else if (arrived(state)) {
                                session.execute(() -> kept(begun, state));
                            }
                        });
    }

    /** Notes a state, which {@link #close} deletes; false when the session has ended. */
    private boolean arrived(KeptState state) {
        synchronized (states) {
            if (!closed) {
                states.add(state);
                return true;
            }
        }
        state.close();
        return false;
    }

    /** Cuts the log at a state, if the session is still at rest. */
    private void kept(SessionSave made, KeptState state) {
        if (made.isOver() || !log.cut()) {
            made.goOn();
            forget(state);
            failed(made, "the session did not stay at rest");
            return;
        }
        Present former = present;
        present = new Present(state, services.nanoClock().nanoTime());
        save = null;
        complete = true;
        problem = "";
        hasFailed = false;
        nextPause = FIRST_PAUSE;
        services.meters().checkpoint("kept");
        if (former != null) {
            forget(former.state);
        }
        made.goOn();
        paths.down().setHold(Hold.FULL_LOG, false);
    }

    private void forget(KeptState state) {
        synchronized (states) {
            states.remove(state);
        }
        state.close();
    }

    private void failed(SessionSave made, String why) {
        save = null;
        waits = true;
        soon = made.isDisplaced() || !hasFailed;
        again =
                services.timer()
                        .after(soon ? SOON : nextPause, () -> session.execute(this::waited));
        if (made.isDisplaced()) {
            return;
        }
        hasFailed = true;
        problem = why;
        services.meters().checkpoint("failed");
        LOG.atInfo()
                .addKeyValue("session", session.id())
                .log("no checkpoint of the session: {}", why);
        if (!soon) {
            Duration twice = nextPause.multipliedBy(2);
            nextPause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
            paths.down().setHold(Hold.FULL_LOG, false);
        }
    }

    private void waited() {
        boolean wanted = soon || !complete || log.size() >= config.bytes();
        waits = false;
        soon = false;
        if (wanted) {
            attempt();
        }
    }

    /** Deletes everything, because the session ends. */
    void close() {
        interval.cancel();
        again.cancel();
        List<KeptState> left;
        synchronized (states) {
            closed = true;
            left = List.copyOf(states);
            states.clear();
        }
        left.forEach(KeptState::close);
    }
}
