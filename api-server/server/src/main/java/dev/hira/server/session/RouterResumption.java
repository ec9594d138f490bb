package dev.hira.server.session;

import com.google.protobuf.ByteString;
import dev.hira.link.Link;
import dev.hira.link.resume.Attachment;
import dev.hira.link.resume.AwaitedPeer;
import dev.hira.link.resume.PeerProcess;
import dev.hira.link.resume.ResumableLink;
import dev.hira.link.resume.ResumeSecret;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.Resume;
import dev.hira.wire.v1.Resumed;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A router's right to go on with a session after its connection broke. Until it connects again the
 * session's calls are executed, and their answers are kept within bounds.
 */
final class RouterResumption implements AwaitedPeer.Listener {
    private static final SecureRandom RANDOM = new SecureRandom();

    /** The longest time for which a session is kept, whatever the router asks for. */
    private static final Duration LONGEST = Duration.ofHours(1);

    private final Open request;
    private final ResumableLink link;
    private final Duration limit;
    private final Supplier<Resumed> arrived;
    private final AwaitedPeer router;
    private final ResumeSecret secret = new ResumeSecret(RANDOM);

    private RouterResumption(Open request, ResumableLink link, Supplier<Resumed> arrived) {
        this.request = request;
        this.arrived = arrived;
        this.link = link;
        this.limit = Duration.ofNanos(Math.clamp(request.getResumeNanos(), 0, LONGEST.toNanos()));
        this.router =
                new AwaitedPeer(
                        link,
                        link.home(),
                        new AwaitedPeer.Peer(
                                "the router", PeerProcess.of(request.getProcessIdentity()), limit),
                        this);
    }

    /**
     * Returns the right to a session; null when the router asks for none.
     *
     * @param arrived tells the router's next process what has arrived; on the link's thread
     */
    static @Nullable RouterResumption of(Open request, Link control, Supplier<Resumed> arrived) {
        if (!(control instanceof ResumableLink link)) {
            return null;
        }
        if (!request.getWantsResume()) {
            link.keepNothing();
            return null;
        }
        return new RouterResumption(request, link, arrived);
    }

    /** Tells the router how to resume. */
    void tell(Opened.Builder opened) {
        opened.setResumeSecret(ByteString.copyFrom(secret.bytes()))
                .setResumeNanos(limit.toNanos())
                .setProcessIdentity(PeerProcess.ownIdentity());
    }

    /** Makes the session, which is open now, resumable. */
    void start() {
        link.keepFor(router);
    }

    /** Whether a request is for this session, and by its router. */
    boolean allows(Resume again) {
        boolean knowsSecret = secret.isKnownBy(again.getSecret().toByteArray());
        return again.getSession().equals(request.getSession()) && knowsSecret;
    }

    /** Continues on a new connection; on that connection's thread. */
    void resume(ResumableLink fresh, Resume again) {
        Attachment given = fresh.surrender();
        if (again.getAnew()) {
            link.home().execute(() -> link.attachAnew(given, Answers.resumed(arrived.get())));
        } else {
            link.attach(given, again.getReceived(), true);
        }
    }

    @Override
    public void detached(LinkStatus why) {
        SessionLog.detached(request, why, limit);
    }

    @Override
    public void resumed() {
        SessionLog.resumed(request);
    }
}
