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
    private final UnsentLimit limit;
    private final AtomicLong held = new AtomicLong();

    /** Written under this object's lock. */
    private volatile SharedBudget.Part part;

    /** The owner of the part; empty: the link. */
    @GuardedBy("this")
    private String owner = "";

    @GuardedBy("this")
    private long booked;

    @GuardedBy("this")
    private boolean closed;

    UnsentBytes(int most, UnsentLimit limit, SharedBudget.Part part) {
        this.most = most;
        this.limit = limit;
        this.part = part;
    }

    /** Counts the link's bytes in the part of its owner from now on. The first owner stays. */
    public synchronized void belongsTo(String newOwner) {
        if (closed || newOwner.isEmpty() || !owner.isEmpty()) {
            return;
        }
        part.close();
        owner = newOwner;
        part = limit.enter(newOwner);
        part.add(booked);
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

    /** Gives back what the link has of the total. */
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (owner.isEmpty()) {
            part.close();
        } else {
            part.give(booked);
            limit.leave(owner);
        }
    }

    /** Books the present amount; the last of several threads books the latest one. */
    private synchronized void book() {
        if (closed) {
            return;
        }
        long now = held.get();
        long counted = now < FREE ? 0 : now;
        if (counted != booked) {
            part.add(counted - booked);
            booked = counted;
        }
    }
}
