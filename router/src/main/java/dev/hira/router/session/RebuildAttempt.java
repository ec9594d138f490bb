package dev.hira.router.session;

import dev.hira.link.Link;
import dev.hira.router.judge.Controls;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.wire.v1.Control;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to have a session, whose server is gone, at another server. All methods are called on
 * the session's thread.
 */
abstract class RebuildAttempt implements NewServer.Events {
    final RouterSession session;
    final MovableSession what;
    final RouterServices services;
    final Placed place;
    final Outcome outcome;
    private @Nullable NewServer server;
    private boolean over;

    /** Receives the end of an attempt. */
    interface Outcome {
        /** The session exists, and {@link RebuildAttempt#takeOver} may follow. */
        void recreated();

        /**
         * The attempt failed; everything was given back.
         *
         * @param server the name of its server
         * @param died whether the server's link ended while it repeated calls
         */
        void failed(String server, String why, boolean died);
    }

    /**
     * @param place counted for the session; given back when the attempt fails
     */
    RebuildAttempt(
            RouterSession session,
            MovableSession what,
            RouterServices services,
            Placed place,
            Outcome outcome) {
        this.session = session;
        this.what = what;
        this.services = services;
        this.place = place;
        this.outcome = outcome;
    }

    /** Opens the session and sends what recreates it. */
    abstract void begin();

    /** Whether the work that was lost with the former server is done again. */
    abstract boolean repeatsWork();

    /** Returns the message that the server gets when it is the session's; null: none. */
    abstract Control.@Nullable Builder lastWord();

    /** Ends the attempt. Idempotent. */
    final void abandon(String why) {
        fail(why, false);
    }

    final void fail(String why, boolean died) {
        if (over) {
            return;
        }
        over = true;
        services.pool().release(place, what.vm());
        if (server != null) {
            server.close("the session is not recreated here: " + why);
        }
        outcome.failed(place.server().name(), why, died);
    }

    /** Whether the attempt has failed, or is complete. */
    final boolean isOver() {
        return over;
    }

    // --- the server

    final NewServer connect() {
        NewServer connected = new NewServer(session, services, what, place, this);
        server = connected;
        return connected;
    }

    final NewServer server() {
        return Objects.requireNonNull(server);
    }

    /** Returns the server; null before the attempt has begun. */
    final @Nullable NewServer incoming() {
        return server;
    }

    @Override
    public boolean callFailed(long call, String why) {
        fail(why, false);
        return false;
    }

    @Override
    public boolean handle(Control control) {
        return false;
    }

    @Override
    public final void gone(String why) {
        fail(why, server().isOpen());
    }

    /** Makes the server the session's. */
    final void takeOver() {
        over = true;
        Link fresh = server().link();
        Control.Builder word = lastWord();
        if (word != null) {
            fresh.send(Controls.frame(word.build()));
        }
        what.moveTo(place, server(), what.newPolicy(place, services, session), repeatsWork());
        what.hideMemory();
        session.place().rebuiltAt(fresh, place);
        server().takeKept().forEach(what.paths().up()::onReport);
    }
}
