package dev.hira.link.resume;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.ResumeRecords;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A link that outlives its transport. Frames are numbered by counting, in each direction; an end
 * keeps what it sent, uncopied, until the other end acknowledges it. When the transport breaks (it
 * ends although neither end closed it), the link stays open: {@link #send} keeps frames until the
 * bounds of {@link ResumeLimits} are reached, and an {@link Absence} waits for another transport.
 * {@link #attach} then sends again what the peer has not received.
 *
 * <p>The handler is always called by the home thread, even if a later transport lives on another
 * one. Frames from there wait in a bounded backlog. So do frames that come while the link is paused
 * and full: acknowledgements travel behind frames, so an end that waits for one reads on. Otherwise
 * two ends that wait for each other would wait for ever.
 *
 * <p>A link can be resumed from {@link #keepFor} on, also when the peer may not know it yet;
 * before, a broken transport closes it. A transport must have encoded a frame when its {@code send}
 * returns. What several threads share is in {@link LinkTraffic}.
 */
public final class ResumableLink implements Link, Attachment.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(ResumableLink.class);

    private final Home home;
    private final ResumeLimits limits;
    private final @Nullable Redial redial;
    private final String kind;
    private final LinkTraffic traffic;

    // Used by the home thread only:
    private final ReceivedFrames received;
    private @Nullable LinkHandler handler;
    private @Nullable Absence absence;
    private boolean ended;

    /** Whether the peer may not know yet that both ends count anew. */
    private boolean untold;

    private Runnable onAcknowledged = () -> {};
    private boolean acknowledgesLater;

    /**
     * Creates a link over a first transport, which has not been started.
     *
     * @param redial opens further transports; null: the peer does
     */
    public ResumableLink(Link transport, Home home, ResumeLimits limits, @Nullable Redial redial) {
        this.home = home;
        this.redial = redial;
        this.limits = limits;
        this.kind = transport.kind();
        this.traffic = new LinkTraffic(new Attachment(transport), limits);
        this.received = new ReceivedFrames(limits);
    }

    /**
     * Opens transports to the peer.
     *
     * @param random returns numbers from 0 to 1
     * @param addresses the number of addresses that the dialer tries in turn
     */
    public record Redial(Supplier<Link> dialer, DoubleSupplier random, int addresses) {
        public Redial(Supplier<Link> dialer, DoubleSupplier random) {
            this(dialer, random, 1);
        }
    }

    // --- the link

    @Override
    public void start(LinkHandler to) {
        Attachment first = Objects.requireNonNull(traffic.transport());
        onHome(() -> {
            if (handler != null) {
                throw new IllegalStateException("the link was started already");
            }
            handler = to;
            first.belongsTo(this);
            first.transport().start(first);
        });
    }

    @Override
    public void send(Frame frame) {
        traffic.send(frame);
    }

    @Override
    public boolean isWritable() {
        return traffic.isWritable();
    }

    @Override
    public void setReadable(boolean wanted) {
        if (traffic.setReadable(wanted)) {
            home.execute(this::pump);
        }
    }

    @Override
    public void execute(Runnable task) {
        home.execute(() -> {
            if (!ended) {
                guarded(task);
            }
        });
    }

    @Override
    public String kind() {
        return kind;
    }

    @Override
    public void trust(String owner) {
        traffic.trust(owner);
    }

    @Override
    public void close(LinkStatus reason) {
        end(reason, false);
    }

    @Override
    public void abort() {
        end(new LinkStatus(Cause.UNAVAILABLE, "the link was abandoned"), true);
    }

    private void end(LinkStatus reason, boolean abandons) {
        if (!traffic.close(reason, abandons)) {
            return;
        }
        Attachment last = traffic.transport();
        if (last == null) {
            onHome(() -> endedDetached(reason, abandons));
        } else if (abandons) {
            last.transport().abort();
            onHome(() -> tell(reason));
        } else {
            last.transport().close(reason);
        }
    }

    private void endedDetached(LinkStatus reason, boolean abandons) {
        tell(reason);
        if (!abandons) {
            unheard(reason);
        }
    }

    @Override
    public String toString() {
        Attachment present = traffic.transport();
        return present == null ? "detached link" : "resumable " + present.transport();
    }

    // --- resuming; on the home thread, unless said otherwise

    /** Makes the link one that the peer cannot resume: nothing is kept. May be called anywhere. */
    public void keepNothing() {
        traffic.keepNothing();
    }

    /**
     * Makes the link one that can be resumed, and tells the peer so by an acknowledgement.
     *
     * @param whileDetached decides what happens while the link has no transport
     */
    public void keepFor(Absence whileDetached) {
        onHome(() -> {
            absence = whileDetached;
            acknowledge();
        });
    }

    /** Makes the link one that this end resumes on the peer's terms. */
    public void resumeOn(Reconnector.Terms terms) {
        Redial again = Objects.requireNonNull(redial, "the peer of this link resumes it");
        keepFor(new Reconnector(this, home, again, terms));
    }

    /** Returns the thread that calls the handler. May be called anywhere. */
    public Home home() {
        return home;
    }

    /** Returns the number of frames received so far. */
    public long received() {
        return received.count();
    }

    /** Returns the number of frames sent so far. May be called anywhere. */
    public long sent() {
        return traffic.sent();
    }

    /** Returns the number of frames that the peer has acknowledged. May be called anywhere. */
    public long acknowledged() {
        return traffic.acknowledged();
    }

    /**
     * Returns the number of the first call that the peer has not acknowledged; 0: there is none.
     * May be called anywhere.
     */
    public long firstCallKept() {
        return traffic.firstCallKept();
    }

    /** Runs a task whenever the peer has acknowledged frames. */
    public void onAcknowledged(Runnable task) {
        onAcknowledged = task;
    }

    /** Acknowledges only those frames that {@link #clear} names, from now on. */
    public void acknowledgeCleared() {
        received.awaitClearing();
    }

    /** Acknowledges the received frames up to this number: the peer need not keep them. */
    public void clear(long count) {
        received.clear(count);
        if (absence != null && !ended) {
            acknowledgeIfDue();
        }
    }

    /** Returns the number of frames that the peer need not send again, if it is told so now. */
    long tellReceived() {
        return received.tell();
    }

    /**
     * Forgets all frames of both directions, counts anew, and sends a frame that is not counted.
     * Called inside the handler's {@code onFrame}, or while no frame can come.
     */
    public void restart(@Nullable Frame notice) {
        traffic.restart(notice);
        received.restart();
        untold = notice != null;
    }

    /** Whether the peer may not know yet about the last {@link #restart}. */
    public boolean isRestartUntold() {
        return untold;
    }

    /**
     * Continues as {@link #attach} does with a peer that has forgotten the numbers of frames: both
     * ends count anew, and everything that the peer has not acknowledged is sent again.
     *
     * @param notice a frame to send before, which is not counted; null: none
     */
    public void attachAnew(Attachment next, @Nullable Frame notice) {
        onHome(() -> {
            received.restart();
            traffic.renumber();
            join(next, 0, notice);
        });
    }

    /** Returns whether the link is open and has no transport. May be called anywhere. */
    public boolean isDetached() {
        return traffic.isDetached();
    }

    /** Returns the unacknowledged bytes that are kept. May be called anywhere. */
    public long keptBytes() {
        return traffic.keptBytes();
    }

    /**
     * Gives up the transport, inside the handler's {@code onFrame}: the link is over without any
     * notice to either side, and the paused transport can be attached to another link.
     */
    public Attachment surrender() {
        Attachment given = traffic.surrender();
        ended = true;
        return given;
    }

    /**
     * Continues with a new, started transport in place of the present one, if any. May be called
     * anywhere.
     *
     * @param peerReceived number of frames that the peer has received
     * @param answers whether to tell the peer the number of frames received here
     */
    public void attach(Attachment next, long peerReceived, boolean answers) {
        onHome(() -> {
            Frame answer = answers ? ResumeRecords.resumed(tellReceived()) : null;
            received.resume();
            join(next, peerReceived, answer);
        });
    }

    private void join(Attachment next, long peerReceived, @Nullable Frame notice) {
        Attachment former = traffic.transport();
        boolean goesOn;
        try {
            goesOn = traffic.goOnWith(next, peerReceived, notice);
        } catch (MalformedFrameException impossible) {
            LinkStatus status = violation(impossible);
            next.transport().close(status);
            home.execute(() -> endAfter(former, status));
            return;
        }
        if (goesOn) {
            takeOver(next, former);
            onAcknowledged.run();
        }
    }

    /** Ends the link after a peer's impossible claim. */
    private void endAfter(@Nullable Attachment former, LinkStatus status) {
        if (former == null) {
            finish(status);
        } else {
            close(status);
        }
    }

    private void takeOver(Attachment next, @Nullable Attachment former) {
        if (former != null) {
            former.belongsTo(null);
            former.transport().abort();
        }
        received.clearUnacknowledged();
        Absence waiting = absence;
        if (waiting != null) {
            waiting.ends();
        }
        next.belongsTo(this); // before frames can come
        traffic.read(next);
        tellWritable();
    }

    /** Closes the link, which has no transport and will get none. */
    public void giveUp(LinkStatus reason) {
        if (isDetached()) {
            finish(reason);
        }
    }

    // --- events of the transport, on its thread

    @Override
    public void onFrame(Attachment from, Frame frame) {
        long count;
        try {
            count = acknowledgement(frame);
        } catch (MalformedFrameException e) {
            onHome(() -> failed(e));
            return;
        }
        if (count != ResumeRecords.NONE) {
            frame.release();
            onHome(() -> acknowledged(from, count));
            return;
        }
        switch (traffic.route(from, frame, home.isCurrent())) {
            case NOWHERE -> frame.release();
            case HANDLER -> deliver(frame);
            case BACKLOG -> home.execute(this::pump);
        }
    }

    @Override
    public void onWritable(Attachment from) {
        onHome(this::tellWritable);
    }

    @Override
    public void onEnded(Attachment from, LinkStatus status, boolean broken) {
        onHome(() -> {
            pump(); // what is left then waits for a paused link, which ends without it
            if (!traffic.isOver(from)) {
                transportEnded(status, broken);
            }
        });
    }

    private void transportEnded(LinkStatus status, boolean broken) {
        if (broken && absence != null && traffic.detach()) {
            absence.begins(status);
            tellWritable();
            return;
        }
        LinkStatus own = traffic.closing();
        finish(status);
        if (broken && own != null && !traffic.isAbandoned()) {
            unheard(own);
        }
    }

    // --- on the home thread

    private void pump() {
        Frame next = traffic.isReadable() ? traffic.poll() : null;
        while (next != null) {
            deliver(next);
            next = traffic.isReadable() ? traffic.poll() : null;
        }
    }

    private void deliver(Frame frame) {
        LinkHandler to = handler;
        if (to == null || traffic.closing() != null) {
            frame.release();
            return;
        }
        untold = false;
        if (!received.add(frame)) {
            frame.release();
            return;
        }
        try {
            to.onFrame(frame);
            if (absence != null && !ended && received.clearAsTheyCome()) {
                acknowledgeIfDue();
            }
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    private static long acknowledgement(Frame frame) {
        if (frame.audience() != FrameLayout.AUDIENCE_HOP) {
            return ResumeRecords.NONE;
        }
        try {
            return ResumeRecords.acknowledged(frame);
        } catch (MalformedFrameException e) {
            frame.release();
            throw e;
        }
    }

    /** Releases what the peer of a transport has received. */
    private void acknowledged(Attachment from, long count) {
        if (traffic.isOver(from) || traffic.closing() != null) {
            return;
        }
        boolean relieved;
        try {
            relieved = traffic.acknowledged(count);
        } catch (MalformedFrameException impossible) {
            failed(impossible);
            return;
        }
        untold = false;
        if (relieved) {
            tellWritable();
        }
        guarded(onAcknowledged);
    }

    private void acknowledgeIfDue() {
        if (received.areDue()) {
            acknowledge();
        } else if (!acknowledgesLater) {
            acknowledgesLater = true;
            home.schedule(this::acknowledgeLate, limits.acknowledgedAfter().toNanos());
        }
    }

    private void acknowledgeLate() {
        acknowledgesLater = false;
        if (received.areUnacknowledged()) {
            acknowledge();
        }
    }

    private void acknowledge() {
        long count = received.acknowledgeable();
        if (traffic.acknowledge(count)) {
            received.acknowledged(count);
        }
    }

    private void tellWritable() {
        LinkHandler to = handler;
        if (to != null && traffic.closing() == null && isWritable()) {
            guarded(to::onWritable);
        }
    }

    private void finish(LinkStatus status) {
        boolean ignored = traffic.close(status, false);
        tell(status);
    }

    /** Has the peer told of an end of which it has not heard, if there is a way. */
    private void unheard(LinkStatus reason) {
        Absence way = absence;
        if (way != null) {
            way.unheard(reason);
        }
    }

    private void tell(LinkStatus status) {
        LinkHandler to = handler;
        if (ended || to == null) {
            return;
        }
        ended = true;
        if (absence != null) {
            absence.closed();
        }
        to.onClosed(status);
    }

    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    /** Closes the link after a failure of the handler, whose text stays on this side. */
    private void failed(RuntimeException problem) {
        if (problem instanceof MalformedFrameException) {
            close(violation(problem));
        } else {
            LOG.error("a handler failed on a {}; the link is closed", this, problem);
            close(
                    new LinkStatus(
                            Cause.INTERNAL,
                            "the peer failed to process a frame; its log says why"));
        }
    }

    private static LinkStatus violation(RuntimeException problem) {
        return new LinkStatus(Cause.PROTOCOL, Objects.requireNonNullElse(problem.getMessage(), ""));
    }

    private void onHome(Runnable task) {
        if (home.isCurrent()) {
            task.run();
        } else {
            home.execute(task);
        }
    }
}
