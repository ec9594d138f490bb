package dev.hira.link.grpc.net;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.base.SharedBudget;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that one link has accepted and not yet written. A link takes more while it is below its
 * own limit and below the amount that all links leave free. With fewer than {@link #FREE} bytes it
 * always does, so no link depends on the peers of others, and small amounts are not booked.
 * Thread-safe.
 */
public final class UnsentBytes {
    /** The bytes that each link may hold whatever the others hold. */
    static final int FREE = 64 << 10;

    private final int most;
    private final SharedBudget.Part part;
    private final AtomicLong held = new AtomicLong();

    @GuardedBy("this")
    private long booked;

    UnsentBytes(int most, SharedBudget.Part part) {
        this.most = most;
        this.part = part;
    }

    /** Returns whether the link takes more. Any thread. */
    public boolean hasRoom() {
        long now = held.get();
        return now < most && (now < FREE || !part.isFull());
    }

    /** Adds bytes that the link has accepted. */
    public void add(long bytes) {
        held.addAndGet(bytes);
        book();
    }

    /**
     * Removes bytes that were written.
     *
     * @return whether the link may have room again
     */
    public boolean remove(long bytes) {
        long after = held.addAndGet(-bytes);
        book();
        return falls(after, bytes, most) || falls(after, bytes, FREE);
    }

    private static boolean falls(long after, long bytes, long below) {
        return after < below && after + bytes >= below;
    }

    /** Gives the link's part of the total back. */
    public void close() {
        part.close();
    }

    /** Books the present amount; the last of several threads books the latest one. */
    private synchronized void book() {
        long now = held.get();
        long counted = now < FREE ? 0 : now;
        if (counted != booked) {
            part.add(counted - booked);
            booked = counted;
        }
    }
}
