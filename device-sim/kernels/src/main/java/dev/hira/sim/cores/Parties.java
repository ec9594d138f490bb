package dev.hira.sim.cores;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parties that share seats, each with the seat time that it has used. The next seat goes to the
 * party that has used the least. A party that arrives or returns is placed one quantum below the
 * least used time of the parties present, unless it has used more itself. A party with little work
 * therefore gets the next seat, and a party that keeps returning gains nothing by it. Guarded by
 * the lock of {@link Cores}.
 */
final class Parties {
    private final Map<Object, Account> accounts = new WeakHashMap<>();

    /**
     * The accounts with waiting threads, except held accounts; among equals, the longest-waiting
     * comes first.
     */
    private final List<Account> waiting = new ArrayList<>();

    private final List<Account> held = new ArrayList<>();

    /** The seats and the used time of one party. */
    private static final class Account {
        private final ArrayDeque<Seat> seats = new ArrayDeque<>();
        private long used;
        private int seated;
        private boolean held;

        /** Runs when the held party has no seat any longer. */
        private @Nullable Runnable still;

        private boolean present() {
            return !held && (seated > 0 || !seats.isEmpty());
        }
    }

    private Account account(Object party) {
        Account account = accounts.computeIfAbsent(party, _ -> new Account());
        place(account);
        return account;
    }

    private void place(Account account) {
        if (!account.present()) {
            long least = Long.MAX_VALUE;
            for (Account other : accounts.values()) {
                least = other.present() ? Math.min(least, other.used) : least;
            }
            if (least != Long.MAX_VALUE) {
                account.used = Math.max(account.used, least - Cores.QUANTUM);
            }
        }
    }

    /** Whether any party is held. */
    boolean holds() {
        return !held.isEmpty();
    }

    /** Whether a party is held: it gets no seat. */
    boolean isHeld(Object party) {
        return !held.isEmpty() && held.contains(accounts.get(party));
    }

    /**
     * Gives the party no further seat.
     *
     * @return whether it has none; otherwise {@link #rises} returns the action when it has none
     */
    boolean hold(Object party, Runnable still) {
        Account account = account(party);
        if (!account.held) {
            account.held = true;
            held.add(account);
            waiting.remove(account);
        }
        account.still = account.seated == 0 ? null : still;
        return account.seated == 0;
    }

    /** Gives the party seats again, as if it returned. */
    void letGo(Object party) {
        Account account = accounts.get(party);
        if (account != null && held.remove(account)) {
            place(account);
            account.held = false;
            account.still = null;
            if (!account.seats.isEmpty()) {
                waiting.add(account);
            }
        }
    }

    /** Counts a seat that the party has taken. */
    void sits(Object party) {
        account(party).seated++;
    }

    /**
     * Counts a seat that the party has given up after holding it for a time.
     *
     * @return what must run now that a held party has no seat; null: nothing
     */
    @Nullable Runnable rises(Object party, long nanos) {
        Account account = account(party);
        account.seated--;
        account.used += nanos;
        Runnable still = account.seated == 0 ? account.still : null;
        account.still = still == null ? account.still : null;
        return still;
    }

    /** Queues a thread that waits for a seat. */
    void add(Object party, Seat seat) {
        Account account = account(party);
        if (account.seats.isEmpty() && !account.held) {
            waiting.add(account);
        }
        account.seats.add(seat);
    }

    /** Removes a thread from the queue. */
    void remove(Object party, Seat seat) {
        Account account = account(party);
        if (account.seats.remove(seat) && account.seats.isEmpty()) {
            waiting.remove(account);
        }
    }

    /** Removes and returns the seat of the next thread; null when no thread waits. */
    @Nullable Seat next() {
        Account next = null;
        for (Account account : waiting) {
            next = next == null || account.used < next.used ? account : next;
        }
        if (next == null) {
            return null;
        }
        Seat seat = next.seats.remove();
        waiting.remove(next);
        if (!next.seats.isEmpty()) {
            waiting.add(next);
        }
        return seat;
    }

    /** Returns whether no thread waits, except those of held parties. */
    boolean none() {
        return waiting.isEmpty();
    }

    /** Returns the seats of all waiting threads. */
    List<Seat> all() {
        return Stream.concat(waiting.stream(), held.stream())
                .flatMap(account -> account.seats.stream())
                .toList();
    }
}
