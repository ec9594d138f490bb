package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionSave.Saved;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps the states of sessions for the case that their servers die. Works on threads of its own.
 * Any thread may call it.
 */
public interface SessionKeeper {
    /** A router that keeps none. */
    SessionKeeper NONE =
            _ ->
                    CompletableFuture.failedFuture(
                            new SessionMove.MoveFailed("this router keeps no states of sessions"));

    /**
     * Saves a session's state. Afterwards the session is at rest until the caller lets it go on;
     * after a failure it goes on by itself.
     */
    CompletableFuture<KeptState> keep(SessionSave save);

    /** The state of a session at one moment. */
    interface KeptState extends AutoCloseable {
        /** Returns its size. */
        long bytes();

        /** Reads the session without its state. */
        CompletableFuture<Saved> read();

        /** Sends the state to a server that awaits it; completes when the server has all of it. */
        CompletableFuture<Void> send(Placed to, ByteString token);

        /** Deletes it. Idempotent. */
        @Override
        void close();
    }
}
