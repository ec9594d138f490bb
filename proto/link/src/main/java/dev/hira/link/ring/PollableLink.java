package dev.hira.link.ring;

import dev.hira.link.Link;
import java.util.function.BooleanSupplier;

/**
 * A link that a thread which waits for something can read by itself, so that an answer needs no
 * other thread to be woken. One thread reads at a time, and calls the handler while it does; when
 * no thread waits, the link's own reader in the background does it.
 */
public interface PollableLink extends Link {
    /**
     * Reads the link on the calling thread until {@code done}, or until the time is over. If
     * another thread is reading, waits for {@code done} or for that thread to stop.
     *
     * <p>Whoever makes {@code done} true on another thread (the handler, called by the present
     * reader) must then {@link java.util.concurrent.locks.LockSupport#unpark} the thread that waits
     * here. When the link closes, this returns at once, after {@code onClosed}.
     *
     * @param done cheap, asked often; must become true for good
     * @return what {@code done} says
     */
    boolean await(BooleanSupplier done, long timeoutNanos);

    /**
     * Reads the link on the calling thread: delivers what is there or what comes within the time.
     * Does nothing when another thread is reading.
     *
     * @return whether something was delivered by this call
     */
    boolean poll(long timeoutNanos);
}
