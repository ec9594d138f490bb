package dev.hira.router.judge;

import dev.hira.policy.Admission.Delay;
import dev.hira.policy.Admission.Deny;
import dev.hira.policy.Alarm;
import dev.hira.policy.NanoClock;
import dev.hira.router.books.Ledger;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets a command that exceeds a quota wait for the deaths of objects that the session has released
 * before. A guest does not wait for its releases, so a program that frees memory and allocates it
 * again would be refused what it has just given back.
 *
 * <p>A released object may live on: others refer to it, or work that has not ended uses it. So a
 * command waits until a second after the session's latest release at most, and objects that have
 * not died by then are not waited for again. A command that lacks more than the session holds does
 * not wait, because no release of the session can help. Belongs to the session's thread.
 */
final class PendingReleases {
    private static final Delay WAITS = new Delay("release");
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(1);

    private final Ledger ledger;
    private final NanoClock clock;
    private final Alarm alarm;
    private Runnable resume = () -> {};
    private long latestRelease;

    /** The number of released holdings for which no command waits any more. */
    private int livingOn;

    /** Whether a command waits. */
    private boolean waits;

    /** Whether an object has died since the command was judged. */
    private boolean died;

    private boolean alarmSet;

    /**
     * @param alarm runs tasks on the session's thread
     */
    PendingReleases(Ledger ledger, NanoClock clock, Alarm alarm) {
        this.ledger = ledger;
        this.clock = clock;
        this.alarm = alarm;
    }

    /** Sets what has the waiting command judged again. */
    void target(Runnable judgeAgain) {
        resume = judgeAgain;
    }

    /** Notes that the session has released an object. */
    void released() {
        latestRelease = clock.nanoTime();
    }

    /** Returns how a command that the policy denies is delayed; null if it is refused. */
    @Nullable Delay delayed(Deny deny) {
        waits = false;
        int resource = deny.resource();
        int pending = ledger.releases();
        livingOn = Math.min(livingOn, pending);
        if (resource == Deny.NO_RESOURCE
                || deny.missing() > ledger.held(resource)
                || pending == livingOn) {
            return null;
        }
        if (clock.nanoTime() - latestRelease >= PATIENCE) {
            livingOn = pending;
            return null;
        }
        waits = true;
        died = false;
        if (!alarmSet) {
            alarmSet = true;
            alarm.at(latestRelease + PATIENCE, this::lookAgain);
        }
        return WAITS;
    }

    private void lookAgain() {
        alarmSet = false;
        if (waits) {
            resume.run();
        }
    }

    /** Notes that objects have died. */
    void died() {
        died = true;
    }

    /** Has the waiting command judged again if objects have died; called at the end of frames. */
    void frameEnded() {
        if (waits && died) {
            waits = false;
            resume.run();
        }
    }
}
