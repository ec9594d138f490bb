package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.router.journal.Replay;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.wire.Frame;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.AwaitState;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.TakeState;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The session at the server that it moves to: opened and recreated *ahead*, while the session works
 * at its old server, or at rest. Its link is a {@link NewServer}. Belongs to the session's thread.
 */
final class Successor {
    private static final int TOKEN_BYTES = 32;

    private final RouterSession session;
    private final RouterServices services;
    private final MovableSession what;
    private final Placed target;
    private final NewServer.Events events;

    /** The calls to repeat when the old server has told its placements. */
    private List<Frame> firstCalls = List.of();

    private @Nullable NewServer server;
    private boolean ahead;
    private ByteString token = ByteString.EMPTY;
    private int calls;

    /** Whether the state is there. */
    private boolean arrived;

    private long bytes;

    Successor(
            RouterSession session,
            RouterServices services,
            MovableSession what,
            Placed target,
            NewServer.Events events) {
        this.session = session;
        this.services = services;
        this.what = what;
        this.target = target;
        this.events = events;
    }

    /** Whether it was opened, or is about to be, while the session worked. */
    boolean isAhead() {
        return ahead;
    }

    /** The server; null when the session has not been opened there. */
    @Nullable NewServer server() {
        return server;
    }

    private NewServer present() {
        return Objects.requireNonNull(server);
    }

    /** The secret by which the new server knows the state's sender. */
    ByteString token() {
        return token;
    }

    /** The calls that were repeated. */
    int calls() {
        return calls;
    }

    // --- ahead

    /** Takes the recorded calls; those that are recorded from now on follow later. */
    void prepareAhead() {
        ahead = true;
        Replay replay = what.paths().journal().replayAhead();
        calls = replay.calls();
        firstCalls = replay.frames();
    }

    /** Opens the session and repeats the recorded calls. */
    void openAhead(ByteString placements) {
        NewServer fresh = open(placements);
        token = newToken();
        fresh.calls(firstCalls);
        firstCalls = List.of();
        fresh.send(
                Control.newBuilder()
                        .setAwaitState(AwaitState.newBuilder().setToken(token).setAhead(true)));
    }

    /** Repeats the calls that were recorded since; false when that cannot be done. */
    boolean repeatTail() {
        Replay more = ahead ? what.paths().journal().tail() : null;
        if (more == null) {
            return false;
        }
        calls += more.calls();
        present().calls(more.frames());
        return true;
    }

    // --- at rest

    /**
     * Repeats the last calls and lets the server take the state; false when the session was not
     * opened ahead, or is not the same there.
     */
    boolean complete(AtRest rest) {
        NewServer opened = server;
        Replay last = ahead ? what.paths().journal().lastOfTail() : null;
        if (opened == null || last == null) {
            return false;
        }
        calls += last.calls();
        opened.calls(last.frames());
        opened.failures(rest);
        opened.send(
                Control.newBuilder()
                        .setTakeState(TakeState.newBuilder().setPlacements(rest.getPlacements())));
        return true;
    }

    /** Opens the session and repeats all recorded calls. */
    void openAtRest(AtRest rest) {
        NewServer fresh = open(rest.getPlacements());
        token = newToken();
        Replay replay = what.paths().journal().replay();
        calls += replay.calls();
        fresh.calls(replay.frames());
        fresh.failures(rest);
    }

    private NewServer open(ByteString placements) {
        NewServer fresh = new NewServer(session, services, what, target, events);
        server = fresh;
        arrived = false;
        fresh.takeOver(placements);
        return fresh;
    }

    private ByteString newToken() {
        byte[] secret = new byte[TOKEN_BYTES];
        services.random().nextBytes(secret);
        return ByteString.copyFrom(secret);
    }

    // --- the state

    /** Whether the session is open there and all calls are answered, if they must be. */
    boolean isReadyForState() {
        return server != null && (ahead || !server.isBusy());
    }

    /** Makes the server await the state, unless it awaits it since the rounds. */
    void awaitState() {
        if (!ahead) {
            awaitState(token);
        }
    }

    /** Makes the server take the state from the caller that presents a token. */
    void awaitState(ByteString given) {
        present().send(Control.newBuilder().setAwaitState(AwaitState.newBuilder().setToken(given)));
    }

    /** Notes the bytes of device memory that one of the servers has counted. */
    void noteBytes(long copied) {
        bytes = Math.max(bytes, copied);
    }

    /** Notes that the state is there, so that the old server is not needed any longer. */
    void arrived() {
        arrived = true;
    }

    boolean hasArrived() {
        return arrived;
    }

    /** The bytes of device memory that were sent, rounds included. */
    long bytes() {
        return bytes;
    }

    // --- its end

    /** Gives up the session there, if it has been opened. */
    void leave(String why) {
        what.paths().journal().endTail();
        firstCalls.forEach(Frame::release);
        firstCalls = List.of();
        ahead = false;
        if (server != null) {
            server.close("the session stays where it was: " + why);
            server = null;
        }
    }
}
