package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.link.resume.Attachment;
import dev.hira.link.resume.AwaitedPeer;
import dev.hira.link.resume.Home;
import dev.hira.link.resume.PeerProcess;
import dev.hira.link.resume.ResumableLink;
import dev.hira.link.resume.ResumeSecret;
import dev.hira.router.handshake.Arrival;
import dev.hira.router.handshake.Identity.Claim;
import dev.hira.router.handshake.Identity.Established;
import dev.hira.router.judge.Controls;
import dev.hira.state.v1.StoredSession;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.ResumeRecords;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.Resume;
import dev.hira.wire.v1.Resumed;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A guest's right to continue its session after the connection broke. The session is then
 * <em>detached</em>: its commands go on and their answers are kept, within bounds, until the guest
 * connects again, its process is seen to be gone, or the time is over. On the session's thread,
 * unless said otherwise.
 */
final class Resumption implements AwaitedPeer.Timing, AwaitedPeer.Listener {
    /** Tells nothing about the session, not even whether it exists. */
    static final LinkStatus REFUSAL = new LinkStatus(Cause.REFUSED, ResumeRecords.UNKNOWN_SESSION);

    private final RouterSession session;
    private final RouterServices services;
    private final ResumableLink link;
    private final AwaitedPeer guest;
    private final ResumeSecret secret;
    private String vm = "";

    private Resumption(
            RouterSession session,
            RouterServices services,
            ResumableLink link,
            Open asked,
            ResumeSecret secret) {
        this.session = session;
        this.services = services;
        this.link = link;
        this.guest =
                new AwaitedPeer(
                        link,
                        this,
                        new AwaitedPeer.Peer(
                                "the guest", PeerProcess.of(asked.getProcessIdentity()), limit()),
                        this);
        this.secret = secret;
    }

    /** Returns the right of a guest that asks for a session; null when it gets none. */
    static @Nullable Resumption offer(
            RouterSession session, RouterServices services, Arrival arrival, Open asked) {
        if (!(arrival.link() instanceof ResumableLink link)) {
            return null;
        }
        if (!asked.getWantsResume()) {
            link.keepNothing();
            return null;
        }
        return new Resumption(session, services, link, asked, new ResumeSecret(services.random()));
    }

    /**
     * Tells the guest how to resume.
     *
     * @param outlivesRouter whether the session may go on without this process
     */
    void tell(Opened.Builder opened, boolean outlivesRouter) {
        opened.setResumeSecret(ByteString.copyFrom(secret.bytes()))
                .setResumeNanos(limit().toNanos())
                .setProcessIdentity(outlivesRouter ? "" : PeerProcess.ownIdentity());
    }

    /** Returns a digest of the secret, from which the secret cannot be found. */
    ByteString digest() {
        return ByteString.copyFrom(secret.digest());
    }

    /** Begins to count frames anew, and tells the guest so. */
    void restart() {
        link.restart(anew());
    }

    private static Frame anew() {
        Resumed anew = Resumed.newBuilder().setAnew(true).build();
        return Controls.frame(Control.newBuilder().setResumed(anew).build());
    }

    /** Makes the session of this VM, which is open now, resumable. */
    void start(String established) {
        vm = established;
        link.keepFor(guest);
    }

    /** Returns how long the session has been detached; null: it is not. Any thread. */
    @Nullable Duration detachedFor() {
        return guest.detachedFor();
    }

    /** Continues a session on a new connection, which asks for it with its first frame. */
    static void resume(
            RouterSession newcomer, RouterServices services, Arrival arrival, Resume request) {
        String token = request.getToken().isEmpty() ? arrival.token() : request.getToken();
        Claim claim =
                services.identity()
                        .establish(arrival.vm(), arrival.identity(), request.getVm(), token);
        RouterSession wanted = services.registry().find(request.getSession());
        if (wanted == null && KeptSessionHandler.isPossible(services, request)) {
            KeptSessionHandler.begin(newcomer, services, arrival, request, claim);
            return;
        }
        Resumption right = wanted == null ? null : wanted.resumption();
        if (right != null
                && arrival.link() instanceof ResumableLink fresh
                && right.allows(request, claim)) {
            newcomer.dissolve();
            right.session.provenBy(((Established) claim).token());
            right.go(fresh.surrender(), request.getReceived());
        } else {
            newcomer.end(REFUSAL);
        }
    }

    /** Returns the right of a guest that continues a session of another process. */
    static Resumption again(
            RouterSession session,
            RouterServices services,
            ResumableLink link,
            StoredSession stored,
            ResumeSecret secret) {
        return new Resumption(session, services, link, stored.getAsked(), secret);
    }

    /** Goes on with a new connection. Any thread. */
    private void go(Attachment fresh, long received) {
        link.home()
                .execute(() -> {
                    if (link.isRestartUntold()) {
                        link.attachAnew(fresh, anew());
                    } else {
                        link.attach(fresh, received, true);
                    }
                });
    }

    private boolean allows(Resume request, Claim claim) {
        boolean knowsSecret = secret.isKnownBy(request.getSecret().toByteArray());
        return claim instanceof Established established
                && vm.equals(established.vm())
                && knowsSecret;
    }

    @Override
    public void detached(LinkStatus why) {
        services.meters().detached();
        session.events(vm).detached(why.message());
    }

    @Override
    public void resumed() {
        services.meters().resumed();
        session.events(vm).resumed();
    }

    @Override
    public Home.Cancellable schedule(Runnable task, long nanos) {
        Timer.Cancellable set =
                services.timer().after(Duration.ofNanos(nanos), () -> link.execute(task));
        return set::cancel;
    }

    @Override
    public long nanoTime() {
        return services.nanoClock().nanoTime();
    }

    private Duration limit() {
        return services.config().timeouts().resume();
    }
}
