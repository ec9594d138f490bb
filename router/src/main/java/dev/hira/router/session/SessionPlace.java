package dev.hira.router.session;

import dev.hira.link.Link;
import dev.hira.router.judge.DownPath.Hold;
import dev.hira.router.judge.SessionPaths;
import dev.hira.router.judge.link.RepetitionFailedException;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.kept.KeptRecords;
import dev.hira.router.session.kept.SessionFile;
import dev.hira.router.session.place.IncomingServer;
import dev.hira.router.session.place.MoveOrSave;
import dev.hira.router.session.place.NoServer;
import dev.hira.state.v1.StoredSession;
import dev.hira.state.v1.StoredSuspension;
import dev.hira.wire.CloseRecord;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.CheckpointKept;
import dev.hira.wire.v1.Control;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The place of a session, which is a server and its devices, and the changes of it: moves, the
 * saving of its state, and the recreation after the server's death. On the session's thread, unless
 * said otherwise.
 */
final class SessionPlace {
    /** The time that a server is kept after the session was moved from it. */
    private static final Duration LEAVE_AFTER = Duration.ofMillis(20);

    private final RouterSession session;
    private final RouterServices services;
    private @Nullable Placed placed;

    /** Whether the pool still counts the session at its place. */
    private boolean isCounted;

    /** The moves and saves that are prepared or under way. */
    private final Set<MoveOrSave> moves = ConcurrentHashMap.newKeySet();

    /** The one whose orders the server carries out; perhaps it has failed already. */
    private @Nullable MoveOrSave moving;

    /** The one that begins when the server has answered the orders of a failed one. */
    private @Nullable MoveOrSave nextMove;

    /** The reason why the server is gone, while a move that does not need it goes on. */
    private @Nullable LinkStatus lost;

    /** The recreation at another server, while the session has none. */
    private @Nullable SessionRebuild rebuild;

    /** Leaves the server that the session was moved from, if that has not been done yet. */
    private Runnable farewell = () -> {};

    SessionPlace(RouterSession session, RouterServices services) {
        this.session = session;
        this.services = services;
    }

    /** Notes the session's place. */
    void placed(Placed place) {
        placed = place;
        isCounted = true;
    }

    /** Gives the session's place back. Idempotent. */
    void leave(String vm) {
        if (isCounted) {
            isCounted = false;
            services.pool().release(placed(), vm);
        }
    }

    /**
     * Notes the place that the session had before its VM was suspended. The pool does not count it.
     */
    void had(Placed place) {
        placed = place;
    }

    Placed placed() {
        return Objects.requireNonNull(placed);
    }

    String serverName() {
        return placed().server().name();
    }

    /** Ends all changes because the session ends. */
    void sessionEnded() {
        moves.forEach(move -> {
            if (moves.remove(move)) {
                move.sessionEnded();
            }
        });
        if (rebuild != null) {
            rebuild.sessionEnded();
        }
        leaveFormer();
    }

    // --- moves

    /**
     * Prepares a move to another place, which the move gives back when it fails. Any thread may
     * call it.
     *
     * @param rest the answer of the session's last server when it came to rest; null: it has one
     * @return null when the session has ended
     */
    @Nullable SessionMove newMove(Placed target, @Nullable AtRest rest) {
        ServerChange change =
                registered(new ServerChange(session, services, session.movable(), target, rest));
        return change == null ? null : new SessionMove(session, change);
    }

    /**
     * Prepares to save the session's state. Any thread may call it.
     *
     * @param unasked whether the router does it by itself
     * @return null when the session has ended
     */
    @Nullable SessionSave newSave(boolean unasked) {
        return registered(
                new SessionSave(session, session.movable(), unasked, services.nanoClock()));
    }

    private <R extends MoveOrSave> @Nullable R registered(R move) {
        moves.add(move);
        // The end of the session fails the moves that it finds; this one may have come too late.
        return session.hasEnded() && moves.remove(move) ? null : move;
    }

    /**
     * Begins a move as soon as the server has answered all orders of an earlier one, so that no
     * answer is taken for that to a later order; false: another move is under way.
     */
    boolean tryBegin(MoveOrSave move) {
        if (rebuild != null) {
            return false;
        }
        leaveFormer();
        if (moving != null) {
            moving.giveWay();
        }
        MoveOrSave before = moving; // giveWay may have cleared it
        MoveOrSave next = nextMove;
        if (before == null) {
            moving = move;
            move.begin();
        } else if (before.isOver() && (next == null || next.isOver())) {
            nextMove = move;
        } else {
            return false;
        }
        return true;
    }

    /** Notes that a move is over: it failed, or the session is at its target. */
    void moveEnded(MoveOrSave move) {
        moves.remove(move);
    }

    /** Notes that the server has answered all orders of a move that is over. */
    void answered(MoveOrSave move) {
        if (!move.equals(moving)) {
            return;
        }
        moving = null;
        MoveOrSave next = nextMove;
        nextMove = null;
        LinkStatus gone = lost;
        if (gone != null && !session.hasEnded()) {
            lostServer(gone);
        }
        if (next != null && !next.isOver() && !session.hasEnded() && !tryBegin(next)) {
            next.abandon("the session lost its API server");
        }
    }

    /** Passes a message of the old server to the move that it concerns; false if there is none. */
    boolean passToMove(Control control) {
        MoveOrSave move = moving;
        return move != null && move.fromOld(control);
    }

    /** Continues with the server that a move is to; returns the former link, to be left. */
    Link switchTo(Link link, Placed place, MoveOrSave move) {
        Link former = switchTo(link, place);
        keep(place, false);
        moveEnded(move);
        answered(move);
        return former;
    }

    private Link switchTo(Link link, Placed place) {
        Link former = session.links().switchTo(link);
        leave(Objects.requireNonNull(session.facts()).vm());
        session.movedTo(place);
        placed(place);
        lost = null;
        return former;
    }

    /**
     * Notes the session's place for the router's next process.
     *
     * @param untold whether the guest's threads must be told that the session lost its server
     */
    private void keep(Placed place, boolean untold) {
        SessionFile file = session.file();
        if (file != null) {
            file.write(
                    OpenedSession.at(file.session().toBuilder(), place, session.links().answer())
                            .setLastCall(session.lastDecided())
                            .setGuestFrames(session.paths().links().sentToGuest())
                            .setLossUntold(untold)
                            .clearEnds()
                            .clearSuspended()
                            .build());
        }
    }

    /** Notes for the router's next process that the session is at no server. */
    private void keepSuspended() {
        SessionFile file = session.file();
        if (file != null) {
            file.write(suspended(file).build());
        }
    }

    private StoredSession.Builder suspended(SessionFile file) {
        SessionPaths paths = session.paths();
        return file.session().toBuilder()
                .setLastCall(session.lastDecided())
                .setGuestFrames(paths.links().sentToGuest())
                .setSuspended(
                        StoredSuspension.newBuilder().setLastCallback(paths.up().lastCallback()))
                .clearEnds();
    }

    /**
     * Returns the records from which another router could go on with the session, which is at rest,
     * as one that is suspended; none if the session is not kept.
     */
    List<CheckpointKept> forAnotherRouter() {
        SessionFile file = session.file();
        if (file == null) {
            return List.of();
        }
        StoredSession.Builder as = suspended(file).clearGuestFrames(); // another router counts anew
        as.getAnswerBuilder().clearResumeSecret(); // of use only to this router
        return KeptRecords.of(file, as.build());
    }

    /** Notes that the router's next process cannot go on with the session. */
    private void endsWithRouter(String why) {
        SessionFile file = session.file();
        if (file != null) {
            file.write(file.session().toBuilder().setEnds(why).build());
        }
    }

    private LinkStatus moved() {
        return new LinkStatus(Cause.NORMAL, "the session moved to " + serverName());
    }

    /**
     * Leaves the server that the session was moved from, a moment later: the guest's commands,
     * which have waited for the move, come first.
     *
     * @param afterwards runs when the server is left
     */
    void leaveLater(Link former, Runnable afterwards) {
        leaveFormer();
        LinkStatus why = moved();
        Placed present = placed();
        Runnable now = () -> session.execute(this::leaveFormer);
        Timer.Cancellable due = services.timer().after(LEAVE_AFTER, now);
        farewell =
                () -> {
                    due.cancel();
                    former.close(why);
                    afterwards.run();
                    log(present, "session moved");
                };
    }

    /** Leaves that server now, so that nothing of it is in the way of what comes. */
    private void leaveFormer() {
        Runnable due = farewell;
        farewell = () -> {};
        due.run();
    }

    private void log(Placed place, String what) {
        session.logInfo()
                .addKeyValue("server", place.server().name())
                .addKeyValue("devices", place.ordinals())
                .log(what);
    }

    /** Leaves the server, now that the session's state is saved. */
    void leaveServer(SessionSave save, Link nowhere) {
        Link former = session.links().switchTo(nowhere);
        leave(Objects.requireNonNull(session.facts()).vm());
        keepSuspended();
        placeNowhere();
        moveEnded(save);
        answered(save);
        former.close(new LinkStatus(Cause.NORMAL, "the session's VM is suspended"));
        session.logInfo().log("session suspended");
    }

    /** Notes that the session is at no server, because its VM is suspended. */
    void placeNowhere() {
        placed = Placed.NOWHERE;
        session.movedTo(Placed.NOWHERE);
    }

    // --- the loss of the server

    /**
     * Handles an end of the server's link that the guest did not cause: recreates the session
     * elsewhere if its VM's grant says so, or ends it.
     *
     * @param reason the reason for the guest, if the session ends
     */
    void lostServer(LinkStatus reason) {
        MovableSession what = session.movable();
        MoveOrSave move = moving;
        if (move != null && move.needsNoServer()) {
            lost = reason; // the move goes on without the server
            return;
        }
        if (!what.isProtected()) {
            session.end(reason);
            return;
        }
        lost = null;
        leaveFormer();
        if (what.paths().links().log() != null) {
            endsWithRouter("another API server repeated its commands, which the router kept");
        }
        SessionRebuild before = rebuild;
        if (before != null) {
            before.superseded();
        }
        SessionRebuild recreation = new SessionRebuild(session, services, what, reason);
        rebuild = recreation;
        what.paths().down().setHold(Hold.REBUILDING, true);
        if (move != null) {
            move.serverGone(reason.message());
        }
        leave(what.vm());
        session.logWarning().log("session lost its API server: {}", reason.message());
        recreation.begin();
    }

    /**
     * Leaves the server at which the repetition of the session's commands failed, and tries again.
     *
     * @return false when no server repeats the commands
     */
    boolean repetitionFailed(RepetitionFailedException failure) {
        SessionRebuild recreation = rebuild;
        if (recreation == null) {
            return false;
        }
        String why = "at the API server '" + serverName() + "', " + failure.getMessage();
        Link former = session.links().switchTo(new NoServer());
        leave(session.movable().vm());
        former.close(new LinkStatus(Cause.NORMAL, CloseRecord.brief(why)));
        session.logWarning().log("session could not be repeated: {}", why);
        recreation.repetitionFailed(serverName(), why);
        return true;
    }

    /** Continues with the server at which the session was recreated. */
    void rebuiltAt(Link link, Placed place) {
        switchTo(link, place).close(moved());
        if (!session.paths().links().areRepeatable()) {
            keep(place, true);
        }
        log(place, "session rebuilt");
    }

    /** Notes that the session is complete at its new server. */
    void rebuilt() {
        rebuild = null;
    }

    // --- the link of a server that the session is about to have

    /** Handles a frame, and releases it. */
    void fromNew(Link link, Frame frame) {
        IncomingServer server = incoming(link);
        if (server == null) {
            frame.release();
        } else {
            server.onFrame(frame);
        }
    }

    /** Notes that the link takes frames again. */
    void newWritable(Link link) {
        IncomingServer server = incoming(link);
        if (server != null) {
            server.pump();
        }
    }

    /** Handles the end of the link. */
    void newClosed(Link link, LinkStatus status) {
        IncomingServer server = incoming(link);
        if (server != null) {
            server.onClosed(status);
        }
    }

    /** Returns the server of this link; null if neither a move nor a recreation is to it. */
    private @Nullable IncomingServer incoming(Link link) {
        IncomingServer ofMove = moving == null ? null : moving.incoming();
        if (ofMove != null && link.equals(ofMove.link())) {
            return ofMove;
        }
        IncomingServer ofRebuild = rebuild == null ? null : rebuild.incoming();
        return ofRebuild != null && link.equals(ofRebuild.link()) ? ofRebuild : null;
    }
}
