package dev.hira.link.grpc.stream;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.link.grpc.net.PeerLimits;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory for unread bytes received on streams, partial messages included.
 *
 * <p>A large message needs a promise of memory for its bytes that have not come. While there is no
 * memory for it, its stream waits, and flow control stops its sender; streams get their promises in
 * the order in which they asked. So sessions that send much at once take turns. When no stream gets
 * a promise for long, because peers stopped in the middle of their messages or sessions are not
 * read, and when memory is spent all the same, the stream that holds the most is refused, so that a
 * peer which holds little never pays for another.
 *
 * <p>Safe for use by any thread.
 */
public final class ReceiveBudget {
    private final String peers;
    private final long most;
    private final AtomicLong held = new AtomicLong();
    private final Set<InboundStream> holders = ConcurrentHashMap.newKeySet();

    /** The streams without a promise, with the bytes that each needs, oldest first. */
    @GuardedBy("this")
    private final Map<InboundStream, Long> waiting = new LinkedHashMap<>();

    /** The bytes that were promised and have not come. */
    @GuardedBy("this")
    private long promised;

    /** Changes when a stream that waited gets its promise, or a stream ends so that one does. */
    @GuardedBy("this")
    private long turns;

    /** Whether streams wait, so that memory which is given back is promised. */
    private volatile boolean awaited;

    public ReceiveBudget(String peers, long most) {
        this.peers = peers;
        this.most = most;
    }

    /** Adds a stream that begins to hold bytes. */
    void enter(InboundStream stream) {
        holders.add(stream);
        if (stream.isOver()) {
            holders.remove(stream);
        }
    }

    /** Charges more bytes; may refuse one of the streams. */
    void take(long bytes) {
        if (held.addAndGet(bytes) > most) {
            refuseLargest();
        }
    }

    /** Credits bytes that the streams released. */
    void giveBack(long bytes) {
        held.addAndGet(-bytes);
        if (awaited) {
            promiseNext(most / 2);
        }
    }

    /**
     * Promises memory for bytes that will come on a stream.
     *
     * @return false: there is none now; {@link InboundStream#promised} follows, unless the stream
     *     leaves before
     */
    synchronized boolean promise(InboundStream stream, long bytes) {
        awaited = true; // first: memory may be given back at the same time
        boolean given = waiting.isEmpty() && hasRoomFor(bytes, most / 2);
        if (given) {
            promised += bytes;
        } else {
            waiting.put(stream, bytes);
        }
        awaited = !waiting.isEmpty();
        return given;
    }

    /** Takes back a part of a promise: its bytes have come, or will not come. */
    void fulfilled(long bytes) {
        synchronized (this) {
            promised -= bytes;
        }
        if (awaited) {
            promiseNext(most / 2);
        }
    }

    /**
     * Leaves half of the memory to what streams send within their windows. A single promise is
     * always given, so that some stream goes on whatever the others hold.
     */
    @GuardedBy("this")
    private boolean hasRoomFor(long bytes, long limit) {
        return promised == 0 || held.get() + promised + bytes <= limit;
    }

    /** Gives promises to the streams that wait; returns whether there was one. */
    @CanIgnoreReturnValue
    private boolean promiseNext(long limit) {
        Map<InboundStream, Long> given = new LinkedHashMap<>();
        synchronized (this) {
            Iterator<Map.Entry<InboundStream, Long>> oldest = waiting.entrySet().iterator();
            while (oldest.hasNext()) {
                Map.Entry<InboundStream, Long> next = oldest.next();
                if (!hasRoomFor(next.getValue(), limit)) {
                    break;
                }
                promised += next.getValue();
                turns++;
                given.put(next.getKey(), next.getValue());
                oldest.remove();
            }
            awaited = !waiting.isEmpty();
        }
        given.forEach(InboundStream::promised);
        return !given.isEmpty();
    }

    /** Ends a stream's wait for a promise; those behind it may get one. */
    void withdraw(InboundStream stream) {
        boolean waited;
        synchronized (this) {
            waited = waiting.remove(stream) != null;
        }
        if (waited) {
            promiseNext(most / 2);
        }
    }

    /** Returns a number that changes when streams get promises for which they have waited. */
    synchronized long turns() {
        return turns;
    }

    /**
     * Notes that a stream has waited long, and that meanwhile no stream got a promise: gives the
     * oldest one, also from the other half of the memory. If that is spent too, the largest holder
     * ends; what it held goes to the streams that wait before another one ends.
     *
     * @param turn the number of {@link #turns} when the stream began to wait
     */
    void stuck(long turn) {
        synchronized (this) {
            if (turns != turn) {
                return;
            }
            turns++;
        }
        if (!promiseNext(most)) {
            refuseLargest();
            promiseNext(most);
        }
    }

    /** Returns the bytes that were promised and have not come. */
    synchronized long promised() {
        return promised;
    }

    /** Returns the number of streams that wait. */
    synchronized int waiting() {
        return waiting.size();
    }

    /** Whether there is a limit at all. */
    boolean isLimited() {
        return most < Long.MAX_VALUE;
    }

    /** Returns the window of a stream, given that of a stream beside few others. */
    int window(int alone) {
        return PeerLimits.window(most / Math.max(1, 2 * holders.size()), alone);
    }

    /** Removes a stream, which holds nothing of this budget any longer. */
    void leave(InboundStream stream, long bytes) {
        holders.remove(stream);
        giveBack(bytes);
    }

    long held() {
        return held.get();
    }

    private void refuseLargest() {
        holders.stream()
                .max(Comparator.comparingLong(InboundStream::claimed))
                .ifPresent(largest ->
                        largest.refuse(
                                "the bytes received from "
                                        + peers
                                        + " and not read yet exceed the limit of "
                                        + most
                                        + "; this session held the most of them, "
                                        + largest.claimed()
                                        + ": send smaller frames, or fewer at a time"));
    }
}
