package dev.hira.link;

import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;

/**
 * One end of an ordered, bidirectional stream of frames. Whatever carries it (a gRPC stream, a ring
 * in shared memory, a queue in this process), frames arrive whole, once and in the order of
 * sending, or the link closes.
 *
 * <p>{@link #send} may be called by one thread at a time. The handler is called by one thread at a
 * time, usually the link's own I/O thread, which it must not block.
 */
public interface Link extends AutoCloseable {
    /** Starts delivery. Called once; nothing is delivered before. */
    void start(LinkHandler handler);

    /**
     * Sends a frame and releases it. When this returns, memory that the frame borrows (see {@link
     * FrameWriter}) is no longer read. Never blocks: frames sent while {@link #isWritable} is false
     * are kept in memory, so a sender should wait for {@link LinkHandler#onWritable}. A frame sent
     * to a closed link is dropped; {@link LinkHandler#onClosed} reports the close.
     */
    void send(Frame frame);

    /**
     * Returns whether the link takes frames without keeping them in memory. A closing link returns
     * true because it drops frames: no sender should wait for room that never comes. May be called
     * by any thread.
     */
    boolean isWritable();

    /**
     * Pauses or resumes delivery; back-pressure reaches the sender. After a pause from outside the
     * handler, a few frames that are already under way may still be delivered; after a pause inside
     * {@link LinkHandler#onFrame}, none. When the peer closes a paused link, the link ends without
     * the frames that wait.
     */
    void setReadable(boolean readable);

    /**
     * Runs a task on the thread that calls the handler, after its present work. A closed link drops
     * the task silently.
     */
    void execute(Runnable task);

    /**
     * Returns the kind of transport, for people and metrics: {@code "grpc"}, {@code "ring"} or
     * {@code "local"}.
     */
    String kind();

    /**
     * Marks the peer as known: its session is open. A server's link may accept less from an unknown
     * peer. Idempotent; may be called by any thread.
     *
     * @param owner the VM whose links share one part of the memory for what peers do not read;
     *     empty: the link has a part of its own
     */
    default void trust(String owner) {}

    /**
     * Counts bytes of received frames as unread again, because the handler keeps them for later; a
     * negative number takes this back. A server's link refuses peers of which too much is unread.
     */
    default void keep(long bytes) {}

    /**
     * Sends queued frames, then closes. The other end learns the reason, perhaps before it has read
     * all frames under way. Idempotent.
     */
    void close(LinkStatus reason);

    /** Ends the link at once; the other end sees a transport that broke. Idempotent. */
    default void abort() {
        close(new LinkStatus(LinkStatus.Cause.UNAVAILABLE, "the connection was abandoned"));
    }

    @Override
    default void close() {
        close(LinkStatus.NORMAL);
    }
}
