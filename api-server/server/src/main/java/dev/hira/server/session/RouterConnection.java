package dev.hira.server.session;

import dev.hira.base.SharedBudget;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.ring.RingLink;
import dev.hira.server.call.FrameRunner;
import dev.hira.server.call.SessionBudgets;
import dev.hira.server.turn.SessionTurn;
import dev.hira.server.turn.TurnWork;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Resumed;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * A link from a router and the session on it: opens the session with the first frame, passes frames
 * to the session's turn, and releases everything when either side ends it.
 *
 * <p>With rings, frames travel through them after the handshake; the link that offered them then
 * only tells whether the router lives.
 */
final class RouterConnection implements LinkHandler, TurnWork<Frame> {
    private static final Logger LOG = LoggerFactory.getLogger(RouterConnection.class);

    private final SessionHost server;
    private final String peer;
    private final SessionTurn<Frame> turn;
    private final Link control;
    private final SharedBudget.Part received;
    private final SessionBudgets budgets;
    private volatile @Nullable RingLink rings;
    private volatile Link link;
    private volatile SessionReadControl readControl;
    private volatile @Nullable ServerSession session;
    private volatile @Nullable RouterResumption resumption;

    /** The calls that have arrived; null when no later process of the router will ask. */
    private volatile @Nullable ArrivedCalls arrivedCalls;

    /**
     * With rings: the router is gone, so its received frames are processed even if no peer reads
     * the answers.
     */
    private volatile boolean peerGone;

    private boolean ended;

    /**
     * A frame whose last calls wait until the link takes answers, or until the session is not held
     * for a move. Written with the turn.
     */
    private volatile @Nullable Frame unfinished;

    /** The bytes that this connection has booked in {@link #received}. */
    private volatile long held;

    RouterConnection(SessionHost server, Link link, String peer) {
        this.server = server;
        this.peer = peer;
        this.control = link;
        this.link = link;
        this.received = server.newReceived();
        this.budgets = server.newBudgets();
        this.turn = new SessionTurn<>(this, server.threads().workers());
        this.readControl = new SessionReadControl(link, this::wantsFrames);
    }

    @Nullable ServerSession session() {
        return session;
    }

    /** Returns the router's right to go on after its connection broke; null: none. Any thread. */
    @Nullable RouterResumption resumption() {
        return resumption;
    }

    /** Ends the session from this side. Any thread. */
    void close(LinkStatus reason) {
        turn.run(() -> end(reason));
    }

    // --- the link
    // -----------------------------------------------------------------------------------------------------

    @Override
    public void onFrame(Frame frame) {
        if (rings == null) {
            arrived(frame);
        } else {
            frame.release();
            violated("a frame arrived outside the rings after both sides agreed on them");
        }
    }

    @Override
    public void onWritable() {
        if (unfinished == null) {
            turn.run(this::continueFrame);
        } else {
            continueOnWorker();
        }
        readControl.update();
    }

    private void continueOnWorker() {
        try {
            server.threads().workers().execute(() -> turn.run(this::continueFrame));
        } catch (RejectedExecutionException shutDown) {
            close(new LinkStatus(Cause.UNAVAILABLE, "the server is shutting down"));
        }
    }

    @Override
    public void onClosed(LinkStatus status) {
        RingLink used = rings;
        if (used == null) {
            close(status);
        } else {
            peerGone = true;
            ServerSession open = session;
            if (open != null) {
                open.runner().peerGone();
            }
            onWritable();
            used.controlClosed(status);
        }
    }

    @Override
    public String toString() {
        ServerSession open = session;
        return (open == null ? "no session" : open.id() + " with " + open.runner())
                + ", "
                + turn
                + (ended ? ", ended" : "")
                + ", from "
                + peer;
    }

    private void arrived(Frame frame) {
        ServerSession open = session;
        (open == null ? server.traffic() : open.traffic()).received(frame.size());
        if (open != null && open.runner().holdsAtOnce(frame)) {
            frame.release();
            return;
        }
        ArrivedCalls calls = arrivedCalls;
        if (calls != null) {
            calls.note(frame);
        }
        turn.arrived(frame);
        if (turn.backlog() != 0) {
            readControl.update();
        }
    }

    /** Returns the answer to the router's next process: what has arrived. On the link's thread. */
    private Resumed resumedAnswer(FrameRunner<?> runner) {
        ArrivedCalls calls = arrivedCalls;
        Resumed.Builder resumed =
                Resumed.newBuilder().setAnew(true).setLastCall(calls == null ? 0 : calls.last());
        runner.tellCallbacks(resumed);
        runner.letKernelsGo();
        return resumed.build();
    }

    private final class RingHandler implements LinkHandler {
        @Override
        public void onFrame(Frame frame) {
            arrived(frame);
        }

        @Override
        public void onWritable() {
            RouterConnection.this.onWritable();
        }

        @Override
        public void onClosed(LinkStatus status) {
            close(status);
        }
    }

    // --- the turn
    // -----------------------------------------------------------------------------------------------------

    @Override
    public void handle(Frame frame) {
        process(frame, true);
    }

    /** Continues after the link has taken no answers, or after a hold. With the turn. */
    private void continueFrame() {
        Frame remainder = unfinished;
        unfinished = null;
        process(remainder, false);
    }

    private void process(@Nullable Frame frame, boolean fresh) {
        boolean done = true;
        try {
            done = ended || step(frame, fresh);
        } catch (MalformedFrameException e) {
            violated(e.getMessage());
        } catch (OpenRefused e) {
            refuse(e.status());
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            failed(e);
        } finally {
            if (!done) {
                unfinished = frame;
            } else if (frame != null) {
                frame.release();
            }
        }
    }

    /** Returns whether the frame has been executed. */
    private boolean step(@Nullable Frame frame, boolean fresh) {
        ServerSession open = session;
        if (open == null) {
            if (frame != null) {
                open(OpenReader.read(frame));
            }
            return true;
        }
        return (frame != null && fresh)
                ? open.runner().frame(frame)
                : open.runner().continueFrame(frame);
    }

    @Override
    public void sendAnswers() {
        ServerSession open = session;
        if (open == null) {
            return;
        }
        open.runner().flush();
        boolean kept = open.runner().rest().isHeld();
        boolean left = unfinished != null;
        boolean stuck = (left && !kept) || open.runner().hasLanesAwaitingLink() || !takesAnswers();
        turn.hold(kept || left || stuck);
        if (stuck && takesAnswers()) {
            continueOnWorker(); // room came before the hold, so no event may follow
        }
        readControl.update();
        if (defersTooMuch(open)) {
            end(
                    new LinkStatus(
                            Cause.EXHAUSTED,
                            "the guest sent "
                                    + open.runner().deferredBytes()
                                    + " bytes of calls for threads that wait for earlier calls"));
        }
    }

    @Override
    public boolean takesLong(Frame frame) {
        return session == null || frame.bulkLength() >= server.settings().limits().longFrameBytes();
    }

    @Override
    public long weight(Frame frame) {
        return frame.size();
    }

    @Override
    public void dropped(Frame frame) {
        frame.release();
    }

    /**
     * Whether too many calls wait that flow control cannot hold back, because the guest must first
     * return from a callback. When memory is short, far fewer may wait.
     */
    private boolean defersTooMuch(ServerSession open) {
        long most = server.settings().limits().inFlightBytes();
        long deferred = open.runner().deferredBytes();
        boolean reads = open.runner().waitsForGuest();
        return deferred > 8 * most || (reads && deferred > most / 8 && received.isSqueezed());
    }

    private boolean takesAnswers() {
        return peerGone || link.isWritable();
    }

    /**
     * Whether to read more frames; see {@link SessionReadControl}. A link that does not take
     * answers is still read until the backlog is full, because its last message may report its end.
     * A session without a backlog is always read, so none depends on others to make progress.
     */
    private boolean wantsFrames() {
        ServerSession open = session;
        long backlog = turn.backlog();
        long deferred = open == null ? 0 : open.runner().deferredBytes();
        Frame remainder = unfinished;
        if (remainder != null) {
            deferred += remainder.size();
        }
        if (held != backlog + deferred) {
            held = backlog + deferred;
            received.hold(held);
        }
        if (held == 0 || peerGone || !received.isFull()) {
            return true;
        }
        boolean frees = open != null && open.runner().waitsForGuest();
        return frees && backlog <= server.settings().limits().inFlightBytes();
    }

    // --- beginning
    // -----------------------------------------------------------------------------------------------------

    private void open(Open request) {
        SessionOpener opener =
                new SessionOpener(server, turn, budgets, e -> violated(e.getMessage()));
        RingLink offered = opener.rings(request, control);
        Link chosen = offered == null ? control : offered;
        ServerSession opened;
        try {
            opened = opener.open(request, chosen);
        } catch (RuntimeException e) {
            if (offered != null) {
                offered.close(new LinkStatus(Cause.REFUSED, String.valueOf(e.getMessage())));
            }
            throw e;
        }
        RouterResumption right =
                RouterResumption.of(request, control, () -> resumedAnswer(opened.runner()));
        arrivedCalls = request.getOutlivesRouter() ? new ArrivedCalls() : null;
        session = opened;
        server.meters().sessionOpened();
        control.trust(request.getVm());
        control.send(Answers.opened(opened, server.settings(), offered != null, right));
        if (right != null) {
            right.start();
            resumption = right;
        }
        if (offered != null) {
            link = offered;
            readControl = new SessionReadControl(offered, this::wantsFrames);
            rings = offered;
            offered.start(new RingHandler());
        }
        SessionLog.opened(opened, chosen, peer);
    }

    // --- ending
    // -----------------------------------------------------------------------------------------------------

    private void violated(@Nullable String how) {
        server.meters().sessionViolated();
        close(new LinkStatus(Cause.PROTOCOL, String.valueOf(how)));
    }

    private void refuse(LinkStatus why) {
        server.meters().sessionRefused();
        if (server.refusals().passes()) {
            LOG.atWarn().addKeyValue("peer", peer).log("Session refused: {}", why.message());
        }
        end(why);
    }

    private void failed(Throwable defect) {
        ServerSession open = session;
        LOG.atError()
                .addKeyValue("session", open == null ? "" : open.id())
                .setCause(defect)
                .log("A defect of the server ended a session");
        end(new LinkStatus(Cause.INTERNAL, "the server failed: " + defect));
    }

    /** Ends everything, once. With the turn. */
    private void end(LinkStatus reason) {
        if (ended) {
            return;
        }
        ended = true;
        continueFrame(); // releases a frame that is left
        turn.close();
        received.close();
        link.close(reason);
        ServerSession open = session;
        if (open == null) {
            server.gone(this);
            return;
        }
        open.runner().close();
        release(open, reason);
    }

    /**
     * Releases the resources of a session on another thread, because the driver may have to wait.
     */
    private void release(ServerSession open, LinkStatus reason) {
        Runnable task =
                () -> {
                    MDC.put("session", open.id());
                    try {
                        open.move().close();
                        closeProcess(open);
                        turn.run(() -> open.runner().whenIdle(() -> released(open, reason)));
                    } finally {
                        MDC.remove("session");
                    }
                };
        server.threads().lanes().execute(task);
    }

    private static void closeProcess(ServerSession open) {
        try {
            open.process().close();
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("The driver failed to close a session's process");
        }
    }

    private void released(ServerSession open, LinkStatus reason) {
        if (open.memory() != null) {
            open.memory().close();
        }
        session = null;
        budgets.close();
        server.vms().ended(open.traffic());
        server.givePlace();
        server.gone(this);
        SessionLog.closed(open, reason);
    }
}
