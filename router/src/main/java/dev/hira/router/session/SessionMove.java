package dev.hira.router.session;

import com.google.protobuf.ByteString;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The move of one session to another server. Its steps follow one after the other; a single request
 * may ask for several. When a step fails, or {@link #abandon} ends the move, the session goes on at
 * its server.
 *
 * <pre>
 *   old server             router                 new server
 *      │◀─── TellPlacements ──│                        │   openAhead: the guest's commands go on
 *      │──── Placements ─────▶│── Open (takes over) ──▶│   then the recorded calls
 *      │                      │◀──────── all replies ──│
 *      │◀─── CopyRound ───────│── calls since then ───▶│   round: memory, from server to server;
 *      │──── RoundCopied ────▶│                        │   as often as it pays
 *      │◀─── ComeToRest ──────│                        │   settle: commands with work wait, others
 *      │──── AtRest ─────────▶│                        │   go on
 *      │◀─── ComeToRest ──────│                        │   rest: all commands of the guest are held
 *      │──── AtRest ─────────▶│                        │
 *      │                      │── last calls ─────────▶│   recreate
 *      │                      │── TakeState ──────────▶│   if opened ahead; else AwaitState
 *      │◀─── SendState ───────│                        │   copy: the rest of the state
 *      │                      │◀────────── StateMoved ─│
 *      │                      │── GoOn, held commands ▶│   goOn
 *      │◀─── closes ──────────│                        │   20 ms later
 * </pre>
 *
 * <p>{@link #settle} may be left out. So may the first two steps: then the session is opened and
 * recreated at rest. The same happens if the session that was opened ahead is of no use, for
 * example because a repeated call failed there or at the old server, or because the devices have
 * chosen otherwise. This costs time, nothing else.
 *
 * <p>Any thread may request a step; the work is done by {@link ServerChange} on the session's
 * thread.
 */
public final class SessionMove {
    private final RouterSession session;
    private final ServerChange change;
    private final StepCompletions steps;

    SessionMove(RouterSession session, ServerChange change) {
        this.session = session;
        this.change = change;
        this.steps = change.steps();
    }

    /**
     * A round of copies.
     *
     * @param bytes the bytes of memory that were copied
     * @param pending about the bytes that the next round would copy
     */
    public record Round(long bytes, long pending) {
        /** Nothing to copy. */
        public static final Round NONE = new Round(0, 0);
    }

    /**
     * Opens the session at the new server and repeats the recorded calls, while it works at the old
     * one; returns their number.
     */
    public CompletableFuture<Integer> openAhead() {
        session.execute(change::openAhead);
        return steps.opened;
    }

    /**
     * Repeats the calls that were recorded since, and copies the memory that has changed.
     *
     * @param slowdown the session's work goes on for 1/slowdown of the time meanwhile; 1: always
     */
    public CompletableFuture<Round> round(int slowdown) {
        CompletableFuture<Round> round = StepCompletions.roundWithin(steps.switched);
        session.execute(() -> change.round(slowdown, round));
        return round;
    }

    /**
     * Makes the guest's commands with work for a device wait, and waits until the work that the
     * server has stands still, and nothing else than a hold of all commands is missing for the
     * rest.
     */
    public CompletableFuture<Void> settle(Duration limit) {
        session.execute(() -> change.settle(limit));
        return steps.settled;
    }

    /**
     * Holds the guest's commands and waits until the session is at rest: its calls have returned or
     * wait for work, and its work has ended or is at a standstill.
     */
    public CompletableFuture<Void> rest(Duration limit) {
        session.execute(() -> change.rest(limit));
        return steps.rested;
    }

    /**
     * Takes the next three steps, each as soon as the one before is done: {@link #rest}, {@link
     * #recreate} and {@link #copy}; returns what the last one does.
     */
    public CompletableFuture<Long> moveAtRest(Duration limit) {
        session.execute(() -> change.moveAtRest(limit));
        return steps.copied;
    }

    /** The end of {@link #rest}. */
    public CompletableFuture<Void> rested() {
        return steps.rested;
    }

    /** The end of {@link #recreate}. */
    public CompletableFuture<Integer> recreated() {
        return steps.recreated;
    }

    /** Completes the session at the new server; returns the number of all repeated calls. */
    public CompletableFuture<Integer> recreate() {
        session.execute(change::recreate);
        return steps.recreated;
    }

    /** Copies the state; returns the bytes of device memory that were sent, rounds included. */
    public CompletableFuture<Long> copy() {
        session.execute(change::copy);
        return steps.copied;
    }

    /**
     * Makes the new server take the state from the caller that presents a token; returns the bytes
     * of device memory that it took. For suspended sessions, instead of {@link #copy}.
     */
    public CompletableFuture<Long> take(ByteString token) {
        session.execute(() -> change.take(token));
        return steps.copied;
    }

    /** Lets the guest's commands go on at the new server. */
    public CompletableFuture<Void> goOn() {
        session.execute(change::switchOver);
        return steps.switched;
    }

    /**
     * Returns the reason why the new server did not take the session, when a step has failed;
     * empty: the step failed for another reason, which may hold for other servers too.
     */
    public String refusal() {
        return steps.refusal();
    }

    /** The end of the move, for better or worse; the place of one that failed is free again. */
    public CompletableFuture<Void> ended() {
        return steps.switched.exceptionally(_ -> null);
    }

    /** Ends the move, unless the guest's commands go on at the new server already. */
    public void abandon(String why) {
        change.abandon(why);
    }

    /** A step of a move failed; the message says why. */
    public static final class MoveFailed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public MoveFailed(String message) {
            super(message);
        }
    }
}
