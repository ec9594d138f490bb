package dev.hira.bench.programs;

import dev.hira.link.Link;
import dev.hira.link.local.LocalLinks;
import dev.hira.link.resume.ResumableLink;
import dev.hira.link.resume.ResumeLimits;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.ResumeRecords;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a program's sessions to one peer within this process, as resumable links. They
 * can be cut, and the peer can lose all sessions, as if its process had ended and another one had
 * taken its place.
 */
final class LocalLines {
    private final LocalLoop near;
    private final LocalLoop far;
    private final Queue<Line> lines = new ConcurrentLinkedQueue<>();

    LocalLines(LocalLoop near, LocalLoop far) {
        this.near = near;
        this.far = far;
    }

    /**
     * Opens a connection.
     *
     * @param peer takes over the far end of each transport
     */
    Link open(Consumer<Link> peer) {
        Line line = new Line(peer);
        lines.add(line);
        return new ResumableLink(
                line.dial(),
                near,
                ResumeLimits.DEFAULT,
                new ResumableLink.Redial(
                        line::dial, () -> ThreadLocalRandom.current().nextDouble()));
    }

    /** Forgets the connections of sessions that have ended. */
    void clear() {
        lines.clear();
    }

    /** Breaks all connections; they may be resumed. */
    void cut() {
        lines.forEach(Line::cut);
    }

    /** Ends the far ends of all connections, and breaks these: none can be resumed. */
    void kill() {
        for (Line line = lines.poll(); line != null; line = lines.poll()) {
            line.kill();
        }
    }

    private final class Line {
        private final Consumer<Link> peer;
        private final Queue<ResumableLink> ends = new ConcurrentLinkedQueue<>();
        private volatile LocalLinks.@Nullable Pair transport;
        private volatile boolean dead;

        Line(Consumer<Link> peer) {
            this.peer = peer;
        }

        Link dial() {
            LocalLinks.Pair pair = LocalLinks.pair(near, far, LocalLinks.DEFAULT_CAPACITY);
            transport = pair;
            if (dead) {
                pair.second()
                        .close(
                                new LinkStatus(
                                        LinkStatus.Cause.REFUSED, ResumeRecords.UNKNOWN_SESSION));
                return pair.first();
            }
            ResumableLink end = new ResumableLink(pair.second(), far, ResumeLimits.DEFAULT, null);
            ends.add(end);
            if (dead) {
                end.abort();
            } else {
                peer.accept(end);
            }
            return pair.first();
        }

        void cut() {
            LocalLinks.Pair present = transport;
            if (present != null) {
                present.cut();
            }
        }

        void kill() {
            dead = true;
            ends.forEach(ResumableLink::abort);
            cut();
        }
    }
}
