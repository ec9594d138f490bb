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

    /** A message for which memory need not be promised. */
    private static final int SMALL = 64 << 10;

    /** The overhead of a piece beside its bytes: the objects that hold it. */
    private static final int OVERHEAD = 256;

    private final PeerLimits limits;
    private final ReceiveBudget unknown;
    private final ReceiveBudget known;
    private final Flow flow;

    // Used by the event loop only:
    /** The stream's window; 0: it has that of every new stream. */
    private int window;

    /** Whether a part of the present message was promised. */
    private boolean isPromised;

    /** Whether the present message waits for a promise. */
    private boolean waits;

    /** Ends the present wait's look at the others; nothing while the stream does not wait. */
    private Runnable endLook = () -> {};

    private long length;
    private int prefixLeft = PREFIX;
    private long left;
    private @Nullable ReceiveBudget budget;

    @GuardedBy("this")
    private long bytes;

    @GuardedBy("this")
    private long cost;

    /** The bytes of the present message that have been promised and have not come. */
    @GuardedBy("this")
    private long promise;

    /** The budget that was charged last; null for none. */
    @GuardedBy("this")
    private @Nullable ReceiveBudget charged;

    private volatile @Nullable GrpcLink link;
    private volatile boolean trusted;
    private volatile boolean over;

    /**
     * @param unknown the budget until the peer is trusted
     * @param known the budget from then on
     */
    InboundStream(PeerLimits limits, ReceiveBudget unknown, ReceiveBudget known, Flow flow) {
        this.limits = limits;
        this.unknown = unknown;
        this.known = known;
        this.flow = flow;
    }

    /** What a stream does to its sender. */
    interface Flow {
        /** Ends the stream without a reason. May be called by any thread. */
        void reset();

        /** Returns the window of a stream beside few others. */
        int window();

        /**
         * Sets how many bytes the sender may send while none of them is read. With 0, it gets no
         * leave to send more than it may already. On the event loop.
         */
        void window(int bytes);

        /** Runs a task on the event loop. May be called by any thread. */
        void execute(Runnable task);

        /**
         * Runs a task on the event loop after some seconds. On the event loop.
         *
         * @return prevents it
         */
        Runnable later(Runnable task);

        /** Returns the largest message that a peer may send. */
        long mostBytes();
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

    /** Returns the memory that the stream holds, and that was promised to it. Any thread. */
    synchronized long claimed() {
        return cost + promise;
    }

    /** Returns whether the stream was refused or has ended. May be called by any thread. */
    boolean isOver() {
        return over;
    }

    /** Charges a piece; false when it must not be kept. */
    boolean received(ByteBuf data) {
        long came = scan(data);
        int size = data.readableBytes();
        if (over || size == 0) {
            settle(came);
            return !over;
        }
        ReceiveBudget payer = payer();
        long held = charge(size);
        if (held >= 0) {
            payer.take(size + (long) OVERHEAD);
        }
        settle(came); // now that the bytes count themselves
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
            flow.reset();
        } else {
            to.close(new LinkStatus(Cause.EXHAUSTED, why));
        }
    }

    /** Switches to another budget; the former one is credited. */
    private ReceiveBudget payer() {
        ReceiveBudget now = trusted ? known : unknown;
        if (!now.equals(budget)) {
            credit();
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
        known.withdraw(this);
        credit();
        long unneeded;
        synchronized (this) {
            unneeded = promise;
            promise = 0;
        }
        if (unneeded > 0) {
            known.fulfilled(unneeded);
        }
        flow.execute(() -> {
            if (waits) {
                goOn(); // what comes now is dropped
            }
        });
    }

    private void credit() {
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

    /** Reads lengths; returns the bytes that had been promised. */
    private long scan(ByteBuf data) {
        long came = 0;
        int at = data.readerIndex();
        int end = data.writerIndex();
        while (at < end && !over) {
            if (left > 0) {
                int step = (int) Math.min(left, end - at);
                left -= step;
                at += step;
                came += isPromised ? promisedOf(step) : 0;
                if (waits && left == 0) { // all of it was on its way
                    known.withdraw(this);
                    goOn();
                }
            } else {
                prefix(data.getByte(at++));
            }
        }
        return came;
    }

    private void prefix(byte next) {
        length = prefixLeft == PREFIX ? 0 : (length << 8) | (next & 0xFF);
        if (--prefixLeft > 0) {
            return;
        }
        prefixLeft = PREFIX;
        left = length;
        isPromised = false;
        if (trusted) {
            begins(length);
        } else if (length > limits.firstMessageBytes()) {
            refuse(tooLarge(length));
        }
    }

    // --- memory for large messages

    /** Asks for memory for a large message; its sender waits while there is none. */
    private void begins(long size) {
        if (!known.isLimited()) {
            return;
        }
        if (size <= SMALL) {
            if (window == 0) {
                adjust();
            }
            return;
        }
        if (size > flow.mostBytes()) {
            refuse(size + " bytes came at once where " + flow.mostBytes() + " are allowed");
            return;
        }
        adjust();
        long turn = known.turns();
        if (known.promise(this, size)) {
            hold(size);
        } else {
            waits = true;
            flow.window(0);
            look(turn);
        }
    }

    /** Adjusts the stream's window to the number of streams; enlarging it costs a frame. */
    private void adjust() {
        int share = known.window(flow.window());
        if (share < window || share / 2 > window) {
            window = share;
            flow.window(share);
        }
    }

    /** Notes the promise for which the stream waited. May be called by any thread. */
    void promised(long size) {
        flow.execute(() -> {
            if (!waits) {
                known.fulfilled(size);
                return;
            }
            known.withdraw(this);
            hold(size);
            goOn();
        });
    }

    /** Keeps a promise for the bytes of the present message that have not come. */
    private void hold(long size) {
        isPromised = true;
        long kept;
        synchronized (this) {
            kept = over ? 0 : Math.min(size, left);
            promise = kept;
        }
        if (kept < size) {
            known.fulfilled(size - kept);
        }
    }

    private void goOn() {
        waits = false;
        endLook.run();
        endLook = () -> {};
        flow.window(window);
    }

    private void settle(long came) {
        if (came > 0) {
            known.fulfilled(came);
        }
    }

    /** Returns the bytes among these that were promised, and for which the promise ends. */
    private synchronized long promisedOf(int size) {
        long came = Math.min(promise, size);
        promise -= came;
        return came;
    }

    /**
     * Reports a long wait in which no other stream was promised anything either.
     *
     * @param turn the number of the budget's turns at present
     */
    private void look(long turn) {
        endLook =
                flow.later(() -> {
                    known.stuck(turn);
                    if (waits && !over) {
                        look(known.turns());
                    }
                });
    }

    private String tooLarge(long size) {
        return size
                + " bytes came at once where "
                + limits.firstMessageBytes()
                + " are allowed until the session is open";
    }
}
