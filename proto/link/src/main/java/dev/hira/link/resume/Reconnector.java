package dev.hira.link.resume;

import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.ResumeRecords;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The end of a resumable link that connects again, on the link's home thread.
 *
 * <p>The first attempt begins within a millisecond. The pause after a failed one is an eighth of
 * the time since the break, varied by chance so that many guests of one router do not come at once;
 * so a session is resumed at most about an eighth of the outage after its end, and the number of
 * attempts grows with the logarithm of the outage.
 *
 * <p>If the session may be at one of several addresses, they are tried in turn. A refusal is final
 * only when all addresses refuse in a row: an address that cannot be reached may have the session,
 * while the routers at the other addresses have an older state.
 *
 * <p>If this end closes the link while it has no transport, the attempts go on, for the same time
 * at most, until the peer has been told. Nothing waits for that.
 */
public final class Reconnector implements Absence {
    private static final long SHORTEST_PAUSE = Duration.ofMillis(1).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofSeconds(1).toNanos();
    private static final int PAUSE_SHARE = 8;
    private static final long SHORTEST_ATTEMPT = Duration.ofMillis(500).toNanos();
    private static final long LONGEST_ATTEMPT = Duration.ofSeconds(5).toNanos();
    private static final int ATTEMPT_SHARE = 4;

    private final ResumableLink link;
    private final Home home;
    private final ResumableLink.Redial redial;
    private final Terms terms;

    // Used by the home thread only:
    private LinkStatus why = LinkStatus.NORMAL;
    private boolean absent;

    /** The number of addresses in a row that refused the session. */
    private int refusals;

    /**
     * The latest refusal since the break, preferably one that says more than that the session is
     * unknown; null: there was none.
     */
    private @Nullable String refusal;

    /** The reason of which the peer must be told; null: the link is open. */
    private @Nullable LinkStatus farewell;

    private long since;
    private @Nullable Attempt latest;
    private Home.Cancellable next = () -> {};

    Reconnector(ResumableLink link, Home home, ResumableLink.Redial redial, Terms terms) {
        this.link = link;
        this.home = home;
        this.redial = redial;
        this.terms = terms;
    }

    /**
     * The peer's terms.
     *
     * @param request proves that the session is this end's
     * @param limit how long the peer keeps the session
     * @param peer the peer's process, without which the session is lost
     * @param session what travels over the link
     */
    public record Terms(
            ResumeRecords.Request request, Duration limit, PeerProcess peer, Session session) {}

    /** A session over a link that is resumed. Called on the link's home thread. */
    @FunctionalInterface
    public interface Session {
        /** Returns a description of its loss, given the reason. */
        String lost(String reason);

        /** Notes that frames follow from a peer that forgot which ones had arrived here. */
        default void beginsAnew() {}

        /** Returns the lanes of this end and the calls for which they wait. */
        default ResumeRecords.WaitState waitState() {
            return ResumeRecords.WaitState.NONE;
        }
    }

    @Override
    public void begins(LinkStatus reason) {
        why = reason;
        absent = true;
        since = home.nanoTime();
        refusals = 0;
        refusal = null;
        later((long) (redial.random().getAsDouble() * SHORTEST_PAUSE));
    }

    @Override
    public void ends() {
        stop();
    }

    @Override
    public void closed() {
        stop();
    }

    @Override
    public void unheard(LinkStatus reason) {
        farewell = reason;
        begins(reason);
    }

    private void stop() {
        absent = false;
        next.cancel();
        Attempt present = latest;
        latest = null;
        if (present != null) {
            present.abandon();
        }
    }

    private void later(long nanos) {
        next.cancel();
        next = home.schedule(this::attempt, nanos);
    }

    private void attempt() {
        if (!absent) {
            return;
        }
        if (terms.peer().isGone()) {
            giveUp("its process has ended");
        } else if (home.nanoTime() - since > terms.limit().toNanos()) {
            giveUp(
                    "it could not be reached again for "
                            + terms.limit().toSeconds()
                            + " s"
                            + (refusal == null ? "" : "; a router says: " + refusal));
        } else {
            Attempt fresh = new Attempt(new Attachment(redial.dialer().get()));
            latest = fresh;
            next = home.schedule(fresh::timeout, share(ATTEMPT_SHARE, SHORTEST_ATTEMPT));
            fresh.begin();
        }
    }

    private void giveUp(String problem) {
        link.giveUp(lost(problem));
        stop(); // a closed link does not
    }

    private void failed() {
        refusals = 0;
        goOn();
    }

    /** Gives up, unless the session may be at another address. */
    private void refused(String why) {
        refusals++;
        if (refusal == null || !why.equals(ResumeRecords.UNKNOWN_SESSION)) {
            refusal = why;
        }
        if (refusals < redial.addresses()) {
            goOn();
        } else {
            giveUp("it says: " + refusal);
        }
    }

    private void goOn() {
        latest = null;
        later((long) (share(PAUSE_SHARE, SHORTEST_PAUSE) * (0.5 + redial.random().getAsDouble())));
    }

    private long share(int part, long least) {
        long most = least == SHORTEST_PAUSE ? LONGEST_PAUSE : LONGEST_ATTEMPT;
        return Math.clamp((home.nanoTime() - since) / part, least, most);
    }

    private LinkStatus lost(String problem) {
        return new LinkStatus(
                Cause.UNAVAILABLE, terms.session().lost("(" + why.message() + "), and " + problem));
    }

    /** A transport that may continue the link. */
    private final class Attempt implements Attachment.Owner {
        private final Attachment attachment;

        Attempt(Attachment attachment) {
            this.attachment = attachment;
        }

        void begin() {
            attachment.belongsTo(this);
            attachment.transport().start(attachment);
            attachment
                    .transport()
                    .send(
                            ResumeRecords.resume(
                                    terms.request(),
                                    link.tellReceived(),
                                    terms.session().waitState()));
        }

        private boolean isLatest() {
            return this.equals(latest);
        }

        void timeout() {
            if (isLatest()) {
                failed();
                abandon();
            }
        }

        void abandon() {
            attachment.belongsTo(null);
            attachment.transport().abort();
        }

        @Override
        public void onFrame(Attachment from, Frame frame) {
            long received = ResumeRecords.NONE;
            try {
                received = ResumeRecords.resumedAt(frame);
            } finally {
                frame.release();
            }
            if (received == ResumeRecords.NONE) {
                throw new MalformedFrameException("a session is resumed by a Resumed");
            }
            if (!isLatest()) {
                return;
            }
            if (farewell != null) {
                next.cancel();
                from.transport().close(farewell);
                return;
            }
            latest = null;
            if (received == ResumeRecords.ANEW) {
                terms.session().beginsAnew();
                link.attachAnew(from, null);
            } else {
                link.attach(from, received, false);
            }
        }

        @Override
        public void onWritable(Attachment from) {}

        @Override
        public void onEnded(Attachment from, LinkStatus status, boolean broken) {
            home.execute(() -> {
                if (!isLatest()) {
                    return;
                }
                if (farewell != null && broken) {
                    failed();
                    return;
                }
                switch (status.cause()) {
                    case UNAVAILABLE, EXHAUSTED -> failed();
                    default -> refused(status.message());
                }
            });
        }
    }
}
