package dev.hira.sim.launch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;

/**
 * Something of the host that there is so much of for all kernels together. Who takes more than is
 * left waits in line until others have given enough back; small amounts are free.
 */
final class Budget {
    private final long all;
    private final long small;

    @GuardedBy("this")
    private long left;

    @GuardedBy("this")
    private final ArrayDeque<Object> line = new ArrayDeque<>();

    /**
     * A budget that nobody has taken from.
     *
     * @param small up to which amount it is not touched
     */
    Budget(long all, long small) {
        this.all = all;
        this.small = small;
        this.left = all;
    }

    /**
     * Takes an amount, or as much as there is at all.
     *
     * @param unwanted tells that it is not needed any more; {@link #wake} has it asked
     * @return what was taken and must be given back
     */
    synchronized long take(long amount, BooleanSupplier unwanted) {
        if (amount <= small) {
            return 0;
        }
        long wanted = Math.min(amount, all);
        Object ticket = new Object();
        line.add(ticket);
        awaitTurn(ticket, wanted, unwanted);
        line.remove(ticket);
        notifyAll();
        long taken = unwanted.getAsBoolean() ? 0 : wanted;
        left -= taken;
        return taken;
    }

    @GuardedBy("this")
    @SuppressWarnings("ReferenceEquality") // tickets have identity only
    private void awaitTurn(Object ticket, long wanted, BooleanSupplier unwanted) {
        boolean interrupted = false;
        while (!unwanted.getAsBoolean() && (line.peek() != ticket || left < wanted)) {
            try {
                wait();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Gives back what was taken. */
    synchronized void give(long taken) {
        left += taken;
        notifyAll();
    }

    /** Has those who wait look whether they still want to. */
    synchronized void wake() {
        notifyAll();
    }
}
