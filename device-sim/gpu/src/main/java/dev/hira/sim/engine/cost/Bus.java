package dev.hira.sim.engine.cost;

import dev.hira.sim.clock.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bus on the virtual clock. The transfers under way share its capacity.
 *
 * <p>Shares are max-min fair: each transfer gets an equal part of the capacity, up to the rate that
 * it can use; the others share the rest. Whenever a transfer begins or ends, the bus subtracts the
 * bytes that the others have moved and recomputes the shares. All numbers are integers, so that
 * results are exact and the same everywhere: rates are bytes per millisecond, and amounts
 * millionths of bytes, since one byte per millisecond is one millionth of a byte per nanosecond.
 */
public final class Bus {
    private static final long MILLIONTHS = 1_000_000;

    /** Bytes per millisecond of a rate of 10<sup>6</sup> bytes per second. */
    private static final long RATE_UNIT = 1000;

    private final VirtualClock clock;
    private final long capacity;
    private final List<Transfer> transfers = new ArrayList<>();
    private long advancedAt;
    private VirtualClock.@Nullable Event next;

    private static final class Transfer {
        final long most;
        final Runnable done;
        long left;
        long rate;

        Transfer(long left, long most, Runnable done) {
            this.left = left;
            this.most = most;
            this.done = done;
        }
    }

    /**
     * Creates a bus.
     *
     * @param rate the capacity, in 10<sup>6</sup> bytes per second
     */
    public Bus(VirtualClock clock, long rate) {
        this.clock = clock;
        this.capacity = Math.multiplyExact(rate, RATE_UNIT);
    }

    /** Moves bytes, at most at this rate, and runs {@code done} when they have arrived. */
    public void transfer(long bytes, long rate, Runnable done) {
        advance();
        transfers.add(
                new Transfer(
                        Math.multiplyExact(bytes, MILLIONTHS),
                        Math.min(Math.multiplyExact(rate, RATE_UNIT), capacity),
                        done));
        share();
    }

    private void advance() {
        long passed = clock.nanos() - advancedAt;
        advancedAt = clock.nanos();
        for (Transfer transfer : transfers) {
            transfer.left = Math.max(0, transfer.left - transfer.rate * passed);
        }
    }

    /** Gives each transfer its share, beginning with the one that can use least. */
    private void share() {
        List<Transfer> byUse = new ArrayList<>(transfers);
        byUse.sort((a, b) -> Long.compare(a.most, b.most));
        long left = capacity;
        int waiting = byUse.size();
        long soonest = Long.MAX_VALUE;
        for (Transfer transfer : byUse) {
            transfer.rate = Math.max(1, Math.min(transfer.most, left / waiting));
            left -= transfer.rate;
            waiting--;
            soonest = Math.min(soonest, Math.ceilDiv(transfer.left, transfer.rate));
        }
        if (next != null) {
            clock.cancel(next);
        }
        next = transfers.isEmpty() ? null : clock.schedule(soonest, this::arrive);
    }

    private void arrive() {
        next = null;
        advance();
        List<Transfer> arrived = new ArrayList<>();
        for (Transfer transfer : transfers) {
            if (transfer.left == 0) {
                arrived.add(transfer);
            }
        }
        transfers.removeAll(arrived);
        share();
        arrived.forEach(transfer -> transfer.done.run());
    }
}
