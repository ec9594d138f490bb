package dev.hira.link.grpc.stream;

import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory for unread bytes received on streams, partial messages included. When it is spent, the
 * stream that holds the most is refused, so that a peer which holds little never pays for another.
 * Safe for use by any thread.
 */
public final class ReceiveBudget {
    private final String peers;
    private final long most;
    private final AtomicLong held = new AtomicLong();
    private final Set<InboundStream> holders = ConcurrentHashMap.newKeySet();

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
                .max(Comparator.comparingLong(InboundStream::held))
                .ifPresent(largest ->
                        largest.refuse(
                                "the bytes received from "
                                        + peers
                                        + " and not read yet exceed the limit of "
                                        + most
                                        + "; this session held the most of them, "
                                        + largest.held()
                                        + ": send smaller frames, or fewer at a time"));
    }
}
