package dev.hira.link.resume;

import dev.hira.wire.Frame;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Frames that have come and wait for the link's home thread, or for a paused link to go on. Not
 * thread-safe.
 */
final class Backlog {
    /** The bytes above which a link is not read on. */
    private static final long USUAL_BYTES = 1 << 20;

    /**
     * The same while acknowledgements are awaited: twice the bytes that a peer keeps, which ends
     * what is before them.
     */
    private static final long MOST_BYTES = 16 << 20;

    private final ArrayDeque<Frame> frames = new ArrayDeque<>();
    private long bytes;
    private boolean taking = true;

    void add(Frame frame) {
        frames.add(frame);
        bytes += frame.size();
    }

    @Nullable Frame poll() {
        Frame frame = frames.poll();
        if (frame != null) {
            bytes -= frame.size();
        }
        return frame;
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    /**
     * Returns whether more frames should be read.
     *
     * @param readable whether the link is not paused
     * @param awaited whether the link needs acknowledgements
     */
    boolean takesMore(boolean readable, boolean awaited) {
        if (awaited) {
            taking = bytes < MOST_BYTES;
        } else {
            taking = readable && bytes < (taking ? USUAL_BYTES : USUAL_BYTES / 2);
        }
        return taking;
    }

    void clear() {
        frames.forEach(Frame::release);
        frames.clear();
        bytes = 0;
    }
}
