package dev.hira.router.session;

import dev.hira.router.session.SessionMove.MoveFailed;
import dev.hira.router.session.SessionMove.Round;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The ends of the steps of a move: each is reached, or fails together with the move. */
final class StepCompletions {
    /** Repeated calls, before the rest. */
    final CompletableFuture<Integer> opened = new CompletableFuture<>();

    /** Nothing else than a hold of the commands is missing for the rest. */
    final CompletableFuture<Void> settled = new CompletableFuture<>();

    final CompletableFuture<Void> rested = new CompletableFuture<>();

    /** All repeated calls. */
    final CompletableFuture<Integer> recreated = new CompletableFuture<>();

    /** Bytes of device memory. */
    final CompletableFuture<Long> copied = new CompletableFuture<>();

    /** The session works at the new server. */
    final CompletableFuture<Void> switched = new CompletableFuture<>();

    /**
     * The reason why the new server did not take the session; empty: the move has not failed, or
     * for another reason. Set before the steps fail.
     */
    private volatile String refusal = "";

    /** The round under way. */
    private CompletableFuture<Round> round = CompletableFuture.completedFuture(Round.NONE);

    /**
     * Returns the end of a round, which fails as soon as the whole does: a session that has ended
     * runs no tasks.
     */
    static CompletableFuture<Round> roundWithin(CompletableFuture<Void> whole) {
        CompletableFuture<Round> round = new CompletableFuture<>();
        var _ =
                whole.exceptionally(failure -> {
                    round.completeExceptionally(failure);
                    return null;
                });
        return round;
    }

    void begin(CompletableFuture<Round> next) {
        round = next;
    }

    void endRound(Round done) {
        round.complete(done);
    }

    void refused(String why) {
        refusal = why;
    }

    String refusal() {
        return refusal;
    }

    void fail(MoveFailed failure) {
        List.of(opened, settled, rested, recreated, copied, switched)
                .forEach(step -> step.completeExceptionally(failure));
    }
}
