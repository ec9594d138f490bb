package dev.hira.server.move;

import dev.hira.api.StateException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A state that waits for the caller that the router has given its token to. */
final class OfferedState {
    private final byte[] token;
    private final CompletableFuture<GiveCall> taker = new CompletableFuture<>();

    OfferedState(byte[] token) {
        this.token = token;
    }

    byte[] token() {
        return token;
    }

    /** Gives the state to a caller; false when the offer is over. */
    boolean takeBy(GiveCall call) {
        return taker.complete(call);
    }

    /**
     * Waits for a caller.
     *
     * @throws StateException when none has come in time
     */
    GiveCall awaitTaker(Duration limit) throws InterruptedException {
        try {
            return taker.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new StateException(
                    "the state was offered for " + limit.toMillis() + " ms, but not taken", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("nothing fails an offer", e);
        } finally {
            taker.cancel(false);
        }
    }
}
