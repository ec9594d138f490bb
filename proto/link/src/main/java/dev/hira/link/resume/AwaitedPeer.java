package dev.hira.link.resume;

import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The end of a resumable link that waits until its peer connects again. It gives the link up when
 * the peer's process is seen to be gone, or the time is over. On the link's home thread, unless
 * said otherwise.
 */
public final class AwaitedPeer implements Absence {
    private static final long FIRST_LOOK = Duration.ofMillis(10).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofMillis(320).toNanos();

    private final ResumableLink link;
    private final Timing timing;
    private final Peer peer;
    private final Listener listener;
    private volatile boolean detached;
    private volatile long since;
    private Home.Cancellable deadline = () -> {};
    private Home.Cancellable nextLook = () -> {};

    /** Runs tasks of a link's home thread later, by a clock. */
    public interface Timing {
        /** Runs a task on the home thread after a delay, unless it is cancelled before. */
        Home.Cancellable schedule(Runnable task, long nanos);

        /** Returns the present time by the clock of the delays. Any thread may call it. */
        long nanoTime();
    }

    /**
     * The other end.
     *
     * @param name its name within a sentence, such as "the guest"
     * @param limit how long to wait for it
     */
    public record Peer(String name, PeerProcess process, Duration limit) {}

    /** Learns that the link lost its transport, and that it has one again. */
    public interface Listener {
        void detached(LinkStatus why);

        void resumed();
    }

    public AwaitedPeer(ResumableLink link, Timing timing, Peer peer, Listener listener) {
        this.link = link;
        this.timing = timing;
        this.peer = peer;
        this.listener = listener;
    }

    /** Returns how long the link has been without a transport; null: it has one. Any thread. */
    public @Nullable Duration detachedFor() {
        return detached ? Duration.ofNanos(timing.nanoTime() - since) : null;
    }

    @Override
    public void begins(LinkStatus why) {
        if (peer.process().isGone()) {
            link.giveUp(why);
            return;
        }
        since = timing.nanoTime();
        detached = true;
        listener.detached(why);
        deadline = timing.schedule(this::expire, peer.limit().toNanos());
        lookAfter(FIRST_LOOK, why);
    }

    /** Looks repeatedly whether the peer's process is still there; its end may take a moment. */
    private void lookAfter(long pause, LinkStatus why) {
        nextLook = timing.schedule(() -> look(pause, why), pause);
    }

    private void look(long pause, LinkStatus why) {
        if (!detached || peer.process().equals(PeerProcess.UNKNOWN)) {
            return;
        }
        if (peer.process().isGone()) {
            link.giveUp(why);
        } else {
            lookAfter(Math.min(2 * pause, LONGEST_PAUSE), why);
        }
    }

    private void expire() {
        link.giveUp(
                new LinkStatus(
                        Cause.UNAVAILABLE,
                        peer.name()
                                + "'s connection broke, and it did not connect again for "
                                + peer.limit().toMillis()
                                + " ms"));
    }

    @Override
    public void ends() {
        if (detached) {
            stop();
            listener.resumed();
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
}
