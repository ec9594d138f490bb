package dev.hira.link.grpc.stream;

import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory for what was received on streams and not read yet, half messages included. When it is
 * spent, the stream that holds the most is refused, so that a peer which holds little never pays
 * for another. Safe for use by any thread.
 */
public final class ReceiveBudget {
    private final String whose;
    private final long most;
    private final AtomicLong held = new AtomicLong();
    private final Set<InboundStream> holders = ConcurrentHashMap.newKeySet();

    public ReceiveBudget(String whose, long most) {
        this.whose = whose;
        this.most = most;
    }

    /** A stream begins to hold something. */
    void enter(InboundStream stream) {
        holders.add(stream);
        if (stream.isOver()) {
            holders.remove(stream);
        }
    }

    /** The streams hold more; one of them may be refused for it. */
    void take(long bytes) {
        if (held.addAndGet(bytes) > most) {
            refuseLargest();
        }
    }

    /** The streams hold less. */
    void giveBack(long bytes) {
        held.addAndGet(-bytes);
    }

    /** A stream holds nothing of this budget from now on. */
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
                                        + whose
                                        + " and not read yet exceed the limit of "
                                        + most
                                        + "; this session held the most of them, "
                                        + largest.held()
                                        + ": send smaller frames, or fewer at a time"));
    }
}
