package dev.hira.sim.cores;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * A host-wide allowance (memory, threads) that all running kernels share. A request for more than
 * is left waits in line until other kernels have given enough back; small amounts are free. A party
 * that already holds something gets at most half of the total, so that its kernels do not make all
 * other parties wait for their end.
 */
final class HostBudget {
    private final long all;
    private final long small;

    @GuardedBy("this")
    private long left;

    @GuardedBy("this")
    private final ArrayDeque<Request> line = new ArrayDeque<>();

    @GuardedBy("this")
    private final Map<Object, Long> held = new HashMap<>();

    /** A place in the line. */
    private static final class Request {
        private final Object party;
        private final long amount;

        private Request(Object party, long amount) {
            this.party = party;
            this.amount = amount;
        }
    }

    /**
     * Creates an untouched budget.
     *
     * @param small the largest amount that is free
     */
    HostBudget(long all, long small) {
        this.all = all;
        this.small = small;
        this.left = all;
    }

    /**
     * Takes an amount, at most the whole budget.
     *
     * @param unwanted returns true once the amount is not needed; re-evaluated on {@link #wake}
     * @return the amount taken, which the caller must give back
     */
    synchronized long take(Object party, long amount, BooleanSupplier unwanted) {
        if (amount <= small) {
            return 0;
        }
        Request request = new Request(party, Math.min(amount, all));
        line.add(request);
        awaitTurn(request, unwanted);
        line.remove(request);
        notifyAll();
        long taken = unwanted.getAsBoolean() ? 0 : request.amount;
        if (taken > 0) {
            left -= taken;
            held.merge(party, taken, Long::sum);
        }
        return taken;
    }

    @GuardedBy("this")
    private void awaitTurn(Request request, BooleanSupplier unwanted) {
        boolean interrupted = false;
        while (!unwanted.getAsBoolean() && !isTurn(request)) {
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

    /** Returns whether enough is left for a request and no earlier request is eligible. */
    @GuardedBy("this")
    @SuppressWarnings("ReferenceEquality") // requests have identity only
    private boolean isTurn(Request request) {
        if (!may(request) || left < request.amount) {
            return false;
        }
        for (Request earlier : line) {
            if (earlier == request || may(earlier)) {
                return earlier == request;
            }
        }
        return false;
    }

    @GuardedBy("this")
    private boolean may(Request request) {
        long has = held.getOrDefault(request.party, 0L);
        return has == 0 || has + request.amount <= all / 2;
    }

    /** Gives back an amount that a party has taken. */
    synchronized void give(Object party, long taken) {
        left += taken;
        held.computeIfPresent(party, (_, has) -> has == taken ? null : Long.valueOf(has - taken));
        notifyAll();
    }

    /** Makes waiting threads re-evaluate whether they still need their amounts. */
    synchronized void wake() {
        notifyAll();
    }
}
