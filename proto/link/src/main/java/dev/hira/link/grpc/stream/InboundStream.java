package dev.hira.link.grpc.stream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The unread bytes of one HTTP/2 stream. Reads the lengths of gRPC's messages on arrival, so that a
 * message above the limit is refused before it is stored.
 *
 * <pre>
 *    0            1                               5
 *   ┌────────────┬───────────────────────────────┬─────────────────┐
 *   │ compressed │ length, most significant first│ message …       │
 *   └────────────┴───────────────────────────────┴─────────────────┘
 * </pre>
 *
 * <p>Pieces arrive on the connection's event loop; any thread may refuse the stream. No budget is
 * called under the lock, because a budget may refuse another stream.
 */
public final class InboundStream {
    private static final int PREFIX = 5;

    /** The overhead of a piece beside its bytes: the objects that hold it. */
    private static final int OVERHEAD = 256;

    private final PeerLimits limits;
    private final ReceiveBudget unknown;
    private final ReceiveBudget known;
    private final Runnable reset;

    // Used by the event loop only:
    private long length;
    private int prefixLeft = PREFIX;
    private long left;
    private @Nullable ReceiveBudget budget;

    @GuardedBy("this")
    private long bytes;

    @GuardedBy("this")
    private long cost;

    /** The budget that was charged last; null for none. */
    @GuardedBy("this")
    private @Nullable ReceiveBudget charged;

    private volatile @Nullable GrpcLink link;
    private volatile boolean trusted;
    private volatile boolean over;

    /**
     * @param unknown the budget until the peer is trusted
     * @param known the budget from then on
     * @param reset ends the stream without a reason; may be called by any thread
     */
    InboundStream(PeerLimits limits, ReceiveBudget unknown, ReceiveBudget known, Runnable reset) {
        this.limits = limits;
        this.unknown = unknown;
        this.known = known;
        this.reset = reset;
    }

    /** Notes that the stream carries a link, which is given reasons in words. */
    public void carries(GrpcLink carried) {
        link = carried;
    }

    /** Marks the peer as known. May be called by any thread. */
    public void trust() {
        trusted = true;
    }

    /** Returns the memory that the stream holds. May be called by any thread. */
    synchronized long held() {
        return cost;
    }

    /** Returns whether the stream was refused or has ended. May be called by any thread. */
    boolean isOver() {
        return over;
    }

    /** Charges a piece; false when it must not be kept. */
    boolean received(ByteBuf data) {
        scan(data);
        int size = data.readableBytes();
        if (over || size == 0) {
            return !over;
        }
        ReceiveBudget payer = payer();
        long held = charge(size);
        if (held >= 0) {
            payer.take(size + (long) OVERHEAD);
        }
        if (!trusted && held > limits.firstMessageBytes() + (long) PREFIX) {
            refuse(tooLarge(held));
        }
        return !over;
    }

    /** Notes that a message of this size was read. */
    public void read(long size) {
        ReceiveBudget payer;
        long freed;
        synchronized (this) {
            payer = charged;
            freed = bytes <= size ? cost : cost * size / bytes;
            bytes = Math.max(0, bytes - size);
            cost -= freed;
        }
        if (payer != null) {
            payer.giveBack(freed);
        }
    }

    /**
     * Counts read bytes as unread again, because they wait for their reader elsewhere; a negative
     * number takes this back. Any thread.
     */
    public void keep(long size) {
        if (size < 0) {
            read(-size);
            return;
        }
        ReceiveBudget payer;
        synchronized (this) {
            payer = charged;
            if (payer == null) {
                return;
            }
            bytes += size;
            cost += size;
        }
        payer.take(size);
    }

    /** Notes that the stream has ended. */
    void ended() {
        over = true;
        leave();
    }

    /** Refuses the stream. May be called by any thread; only the first call has an effect. */
    void refuse(String why) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
        }
        leave();
        GrpcLink to = link;
        if (to == null) {
            reset.run();
        } else {
            to.close(new LinkStatus(Cause.EXHAUSTED, why));
        }
    }

    /** Switches to another budget; the former one is credited. */
    private ReceiveBudget payer() {
        ReceiveBudget now = trusted ? known : unknown;
        if (!now.equals(budget)) {
            leave();
            budget = now;
            now.enter(this);
        }
        return now;
    }

    /** Charges a piece; returns the bytes held then, or -1 when the stream is over. */
    private synchronized long charge(int size) {
        if (over) {
            return -1;
        }
        charged = budget;
        bytes += size;
        cost += size + (long) OVERHEAD;
        return bytes;
    }

    private void leave() {
        ReceiveBudget payer;
        long owed;
        synchronized (this) {
            payer = charged;
            owed = cost;
            charged = null;
            cost = 0;
        }
        if (payer != null) {
            payer.leave(this, owed);
        }
    }

    private void scan(ByteBuf data) {
        int at = data.readerIndex();
        int end = data.writerIndex();
        while (at < end && !over) {
            if (left > 0) {
                int step = (int) Math.min(left, end - at);
                left -= step;
                at += step;
            } else {
                prefix(data.getByte(at++));
            }
        }
    }

    private void prefix(byte next) {
        length = prefixLeft == PREFIX ? 0 : (length << 8) | (next & 0xFF);
        if (--prefixLeft > 0) {
            return;
        }
        prefixLeft = PREFIX;
        left = length;
        if (!trusted && length > limits.firstMessageBytes()) {
            refuse(tooLarge(length));
        }
    }

    private String tooLarge(long size) {
        return size
                + " bytes came at once where "
                + limits.firstMessageBytes()
                + " are allowed until the session is open";
    }
}
