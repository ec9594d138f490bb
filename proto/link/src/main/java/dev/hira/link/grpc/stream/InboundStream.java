package dev.hira.link.grpc.stream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * What was received on one HTTP/2 stream and not read yet. Reads the lengths of gRPC's messages as
 * they come, so that one which is too large is refused before it is kept.
 *
 * <pre>
 *    0            1                               5
 *   ┌────────────┬───────────────────────────────┬─────────────────┐
 *   │ compressed │ length, most significant first│ message …       │
 *   └────────────┴───────────────────────────────┴─────────────────┘
 * </pre>
 *
 * <p>Pieces come on the connection's event loop; any thread may refuse the stream. No budget is
 * called under the lock, because a budget may refuse another stream.
 */
public final class InboundStream {
    private static final int PREFIX = 5;

    /** What a piece costs beside its bytes: the objects that keep it. */
    private static final int OVERHEAD = 256;

    private final PeerLimits limits;
    private final ReceiveBudget unknown;
    private final ReceiveBudget known;
    private final Runnable reset;

    // The event loop's own:
    private long length;
    private int prefixLeft = PREFIX;
    private long left;
    private @Nullable ReceiveBudget budget;

    @GuardedBy("this")
    private long bytes;

    @GuardedBy("this")
    private long cost;

    /** The budget that was charged; null: none was. */
    @GuardedBy("this")
    private @Nullable ReceiveBudget charged;

    private volatile @Nullable GrpcLink link;
    private volatile boolean trusted;
    private volatile boolean over;

    /**
     * @param unknown the budget until the peer is trusted
     * @param known the budget from then on
     * @param reset ends the stream without words; may be called by any thread
     */
    InboundStream(PeerLimits limits, ReceiveBudget unknown, ReceiveBudget known, Runnable reset) {
        this.limits = limits;
        this.unknown = unknown;
        this.known = known;
        this.reset = reset;
    }

    /** The stream carries a link, which is told in words what is wrong. */
    public void carries(GrpcLink carried) {
        link = carried;
    }

    /** The peer is known from now on. May be called by any thread. */
    public void trust() {
        trusted = true;
    }

    /** How much memory the stream holds. May be asked by any thread. */
    synchronized long held() {
        return cost;
    }

    /** Whether the stream was refused or has ended. May be asked by any thread. */
    boolean isOver() {
        return over;
    }

    /** Takes a piece; false when it is not to be kept. */
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

    /** A message of so many bytes was read. */
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

    /** The stream has ended. */
    void ended() {
        over = true;
        leave();
    }

    /** Ends the stream. May be called by any thread; only the first call does anything. */
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

    /** The budget that pays from now on; one before it gets back what it paid. */
    private ReceiveBudget payer() {
        ReceiveBudget now = trusted ? known : unknown;
        if (!now.equals(budget)) {
            leave();
            budget = now;
            now.enter(this);
        }
        return now;
    }

    /** Counts a piece; gives how many bytes are held then, or -1 when the stream is over. */
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
