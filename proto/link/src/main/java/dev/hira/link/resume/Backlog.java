package dev.hira.link.resume;

import dev.hira.wire.Frame;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Frames that wait for the link's home thread. Not thread-safe. */
final class Backlog {
    private static final long MOST_BYTES = 1 << 20;

    private final ArrayDeque<Frame> frames = new ArrayDeque<>();
    private long bytes;
    private boolean full;

    void add(Frame frame) {
        frames.add(frame);
        bytes += frame.size();
        full |= bytes >= MOST_BYTES;
    }

    @Nullable Frame poll() {
        Frame frame = frames.poll();
        if (frame != null) {
            bytes -= frame.size();
            full &= bytes > MOST_BYTES / 2;
        }
        return frame;
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    /** Returns whether the transport should not be read: from full until half empty. */
    boolean isFull() {
        return full;
    }

    void clear() {
        frames.forEach(Frame::release);
        frames.clear();
        bytes = 0;
        full = false;
    }
}
