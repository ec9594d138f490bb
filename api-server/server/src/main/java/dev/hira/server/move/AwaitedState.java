package dev.hira.server.move;

import java.util.concurrent.CountDownLatch;

/** A state that the router has announced on the stream of the session that takes it. */
final class AwaitedState {
    /** The bytes of a token. */
    static final int TOKEN_BYTES = 32;

    private final byte[] token;
    private final SessionMove session;
    private final CountDownLatch replayed = new CountDownLatch(1);

    AwaitedState(byte[] token, SessionMove session) {
        this.token = token;
        this.session = session;
    }

    byte[] token() {
        return token;
    }

    /** Notes that no recorded call is away any longer. */
    void replayed() {
        replayed.countDown();
    }

    void awaitReplayed() throws InterruptedException {
        replayed.await();
    }

    /** Takes the state from a stream; false when the session has ended. */
    boolean takeFrom(StateInlet stream) {
        return session.take(this, stream);
    }
}
