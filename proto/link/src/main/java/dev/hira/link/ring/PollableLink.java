package dev.hira.link.ring;

import dev.hira.link.Link;
import java.util.function.BooleanSupplier;

/**
 * A link that a waiting thread can read by itself, so that an answer wakes no other thread. One
 * thread reads at a time, and calls the handler meanwhile; while no thread waits, the link's
 * background reader reads.
 */
public interface PollableLink extends Link {
    /**
     * Reads the link on the calling thread until {@code done} or until the time is over. While
     * another thread reads, waits for {@code done} or for that thread to stop.
     *
     * <p>If {@code done} becomes true on another thread (the handler, called by the present
     * reader), that thread must then {@link java.util.concurrent.locks.LockSupport#unpark} the
     * thread that waits here. When the link closes, this method returns at once, after {@code
     * onClosed}.
     *
     * @param done a cheap, often repeated test; once true it must stay true
     * @return the last value of {@code done}
     */
    boolean await(BooleanSupplier done, long timeoutNanos);

    /**
     * Reads the link on the calling thread: delivers frames that are present or arrive within the
     * time. Does nothing while another thread reads.
     *
     * @return whether this call delivered anything
     */
    boolean poll(long timeoutNanos);
}
