package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.link.resume.Absence;
import dev.hira.link.resume.PeerProcess;
import dev.hira.link.resume.ResumableLink;
import dev.hira.router.handshake.Identity.Claim;
import dev.hira.router.handshake.Identity.Established;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.Resume;
import java.security.MessageDigest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A guest's right to continue its session after the connection broke. The session is then
 * <em>detached</em>: its commands go on and their answers are kept, within bounds, until the guest
 * connects again, its process is seen to be gone, or the time is over. On the guest's thread,
 * unless said otherwise.
 */
final class Resumption implements Absence {
    private static final int SECRET_BYTES = 32;
    private static final Duration FIRST_LOOK = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(320);

    /** Tells nothing about the session, not even whether it exists. */
    private static final LinkStatus REFUSAL =
            new LinkStatus(
                    Cause.REFUSED,
                    "this router has no such session of the guest; open a new session");

    private final RouterSession session;
    private final RouterServices services;
    private final ResumableLink link;
    private final PeerProcess process;
    private final byte[] secret = new byte[SECRET_BYTES];
    private String vm = "";
    private volatile boolean detached;
    private volatile long since;
    private Timer.Cancellable deadline = () -> {};
    private Timer.Cancellable nextLook = () -> {};

    private Resumption(
            RouterSession session, RouterServices services, ResumableLink link, Open asked) {
        this.session = session;
        this.services = services;
        this.link = link;
        this.process = PeerProcess.of(asked.getProcessIdentity());
        services.random().nextBytes(secret);
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
        return new Resumption(session, services, link, asked);
    }

    /** Tells the guest how to resume. */
    void tell(Opened.Builder opened) {
        opened.setResumeSecret(ByteString.copyFrom(secret))
                .setResumeNanos(limit().toNanos())
                .setProcessIdentity(PeerProcess.ownIdentity());
    }

    /** Makes the session of this VM, which is open now, resumable. */
    void start(String established) {
        vm = established;
        link.keepFor(this);
    }

    /** Returns how long the session has been detached; null: it is not. Any thread. */
    @Nullable Duration detachedFor() {
        return detached ? Duration.ofNanos(services.nanoClock().nanoTime() - since) : null;
    }

    /** Continues a session on a new connection, which asks for it with its first frame. */
    static void resume(
            RouterSession newcomer, RouterServices services, Arrival arrival, Resume request) {
        String token = request.getToken().isEmpty() ? arrival.token() : request.getToken();
        Claim claim = services.identity().establish(arrival.vm(), request.getVm(), token);
        RouterSession wanted = services.registry().find(request.getSession());
        Resumption right = wanted == null ? null : wanted.resumption();
        if (right != null
                && arrival.link() instanceof ResumableLink fresh
                && right.allows(request, claim)) {
            newcomer.dissolve();
            right.link.attach(fresh.surrender(), request.getReceived(), true);
        } else {
            newcomer.end(REFUSAL);
        }
    }

    private boolean allows(Resume request, Claim claim) {
        boolean knowsSecret = MessageDigest.isEqual(secret, request.getSecret().toByteArray());
        return claim instanceof Established established
                && vm.equals(established.vm())
                && knowsSecret;
    }

    @Override
    public void begins(LinkStatus why) {
        if (process.isGone()) {
            link.giveUp(why);
            return;
        }
        since = services.nanoClock().nanoTime();
        detached = true;
        services.meters().detached();
        session.events(vm).detached(why.message());
        deadline = services.timer().after(limit(), () -> link.execute(this::expire));
        lookAfter(FIRST_LOOK, why);
    }

    /** Looks repeatedly whether the guest's process is still there; its end may take a moment. */
    private void lookAfter(Duration pause, LinkStatus why) {
        nextLook = services.timer().after(pause, () -> link.execute(() -> look(pause, why)));
    }

    private void look(Duration pause, LinkStatus why) {
        if (!detached || process.equals(PeerProcess.UNKNOWN)) {
            return;
        }
        if (process.isGone()) {
            link.giveUp(why);
        } else {
            Duration longer = pause.multipliedBy(2);
            lookAfter(longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer, why);
        }
    }

    private void expire() {
        link.giveUp(
                new LinkStatus(
                        Cause.UNAVAILABLE,
                        "the guest's connection broke, and it did not connect again for "
                                + limit().toMillis()
                                + " ms"));
    }

    @Override
    public void ends() {
        if (detached) {
            stop();
            services.meters().resumed();
            session.events(vm).resumed();
        }
    }

    @Override
    public void closed() {
        stop();
    }

    private void stop() {
        detached = false;
        deadline.cancel();
        nextLook.cancel();
    }

    private Duration limit() {
        return services.config().timeouts().resume();
    }
}
