package dev.hira.server.move;

import com.google.protobuf.ByteString;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A state that the router has announced on the stream of the session that takes it. */
final class AwaitedState {
    /** The bytes of a token. */
    static final int TOKEN_BYTES = 32;

    private final byte[] token;
    private final Takeover session;
    private final CountDownLatch replayed = new CountDownLatch(1);
    private final boolean ahead;
    private volatile byte[] placements = {};
    private volatile @Nullable Runnable whenReplayed;

    /**
     * Creates a state that has not been announced.
     *
     * @param ahead whether rounds of memory precede it, while calls are made
     */
    AwaitedState(byte[] token, Takeover session, boolean ahead) {
        this.token = token;
        this.session = session;
        this.ahead = ahead;
    }

    /** Returns the problem with a token that has another size. */
    static String wrongToken(ByteString token) {
        return "a token has " + TOKEN_BYTES + " bytes, not " + token.size();
    }

    boolean isAhead() {
        return ahead;
    }

    /** Notes the choices of the old server's devices at rest. Precedes {@link #replayed}. */
    void placedAs(byte[] choices) {
        placements = choices;
    }

    byte[] placements() {
        return placements;
    }

    byte[] token() {
        return token;
    }

    /** Notes that no recorded call is away any longer. */
    void replayed() {
        replayed.countDown();
        Runnable waiting = whenReplayed;
        if (waiting != null) {
            waiting.run();
        }
    }

    boolean isReplayed() {
        return replayed.getCount() == 0;
    }

    /** Runs a task after {@link #replayed}; the caller looks afterwards whether that was before. */
    void whenReplayed(Runnable task) {
        whenReplayed = task;
    }

    void awaitReplayed() throws InterruptedException {
        replayed.await();
    }

    /** Takes the state from a stream; false when the session has ended. */
    boolean takeFrom(StateInlet stream) {
        return session.take(this, stream);
    }
}
