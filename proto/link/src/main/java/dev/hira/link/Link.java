package dev.hira.link;

import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;

/**
 * One end of an ordered, bidirectional stream of frames. Whatever it is made of (a gRPC stream, a
 * ring in shared memory, a queue in this process), frames arrive in the order in which they were
 * sent, whole and once, or the link closes.
 *
 * <p>{@link #send} may be called by one thread at a time. The handler is called by one thread at a
 * time, usually the link's own I/O thread, which it must not block.
 */
public interface Link extends AutoCloseable {
    /** Starts delivery; called once, before which nothing is delivered. */
    void start(LinkHandler handler);

    /**
     * Sends a frame and releases it. When this returns, memory that the frame borrows (see {@link
     * FrameWriter}) is no longer read. Never blocks; a sender that finds {@link #isWritable} false
     * should wait for {@link LinkHandler#onWritable}, because what is sent meanwhile is kept in
     * memory. A frame sent to a closed link is dropped: {@link LinkHandler#onClosed} tells.
     */
    void send(Frame frame);

    /**
     * Whether the link takes frames without keeping them in memory. A link that closes does, since
     * it drops them: nobody is to wait for room that never comes. May be asked by any thread.
     */
    boolean isWritable();

    /**
     * Pauses or resumes delivery; back-pressure reaches the sender. A few frames already under way
     * may still be delivered after a pause when called from outside the handler; none when called
     * inside {@link LinkHandler#onFrame}.
     */
    void setReadable(boolean readable);

    /**
     * Runs a task on the thread that calls the handler, after what it is doing now. Rejected
     * silently once closed.
     */
    void execute(Runnable task);

    /**
     * What carries the frames, for people and metrics: {@code "grpc"}, {@code "ring"}, {@code
     * "local"}.
     */
    String kind();

    /**
     * Says that the peer is known: its session is open. Until then a server's link may take less
     * from it than from others. Idempotent; may be called by any thread.
     */
    default void trust() {}

    /**
     * Sends what is under way, then closes; the other end learns the reason, though perhaps not
     * before it reads what is under way. Idempotent.
     */
    void close(LinkStatus reason);

    @Override
    default void close() {
        close(LinkStatus.NORMAL);
    }
}
