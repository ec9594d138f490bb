package dev.hira.router.judge.link;

import dev.hira.link.resume.ResumableLink;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Lets one end of a session keep each frame until the other end has received what came of it. So
 * guest and server keep everything that is under way in the router, and the router's next process
 * needs nothing of it.
 */
public final class AckChain {
    private final ResumableLink from;
    private @Nullable ResumableLink to;

    /** The frames of {@link #from} that are handled, and how many frames had been sent then. */
    private final ArrayDeque<Step> steps = new ArrayDeque<>();

    private long handled;

    private record Step(long handled, long sent) {}

    /** Begins with the next frame that comes. */
    AckChain(ResumableLink from) {
        this.from = from;
        this.handled = from.received();
        from.acknowledgeCleared();
    }

    /**
     * Goes on with another end, at which nothing of the frames so far is under way.
     *
     * @param other null: there is none at present
     */
    void goesTo(@Nullable ResumableLink other) {
        to = other;
        steps.clear();
        from.clear(handled);
        if (other != null) {
            other.onAcknowledged(this::progress);
        }
    }

    /**
     * Notes that the next frame was handled, and all that came of it was sent.
     *
     * @param behind the number of frames that will be sent before later ones, but were not yet
     */
    void handled(int behind) {
        handled++;
        ResumableLink other = to;
        if (other == null) {
            return;
        }
        long sent = other.sent() + behind;
        Step last = steps.peekLast();
        if (last != null && last.sent == sent) {
            steps.removeLast();
        }
        steps.add(new Step(handled, sent));
        progress();
    }

    private void progress() {
        ResumableLink other = to;
        if (other == null) {
            return;
        }
        long received = other.acknowledged();
        long cleared = 0;
        for (Step step = steps.peek(); step != null && step.sent <= received; step = steps.peek()) {
            cleared = steps.remove().handled;
        }
        if (cleared != 0) {
            from.clear(cleared);
        }
    }
}
