package dev.hira.sim.cores;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The parties that share seats, and how long each has used them. The next seat is for the party
 * that has used the least; a party that comes, or comes back, is put a quantum before the one that
 * has used the least of those present, unless it has used more itself. So who wants little is
 * served with the next seat, and who keeps coming back has no more of it than others. Guarded by
 * the cores.
 */
final class Parties {
    private final Map<Object, Account> accounts = new WeakHashMap<>();

    /** Those that wait, the one that has waited longest first. */
    private final List<Account> waiting = new ArrayList<>();

    /** What is known of a party. */
    private static final class Account {
        private final ArrayDeque<Seat> seats = new ArrayDeque<>();
        private long used;
        private int seated;

        private boolean present() {
            return seated > 0 || !seats.isEmpty();
        }
    }

    private Account account(Object party) {
        Account account = accounts.computeIfAbsent(party, _ -> new Account());
        if (!account.present()) {
            long least = Long.MAX_VALUE;
            for (Account other : accounts.values()) {
                least = other.present() ? Math.min(least, other.used) : least;
            }
            if (least != Long.MAX_VALUE) {
                account.used = Math.max(account.used, least - Cores.QUANTUM);
            }
        }
        return account;
    }

    /** A party has one seat more. */
    void sits(Object party) {
        account(party).seated++;
    }

    /** A party has one seat less, which it has used for so long. */
    void rises(Object party, long nanos) {
        Account account = account(party);
        account.seated--;
        account.used += nanos;
    }

    /** A thread waits for a seat. */
    void add(Object party, Seat seat) {
        Account account = account(party);
        if (account.seats.isEmpty()) {
            waiting.add(account);
        }
        account.seats.add(seat);
    }

    /** A thread waits no more. */
    void remove(Object party, Seat seat) {
        Account account = account(party);
        if (account.seats.remove(seat) && account.seats.isEmpty()) {
            waiting.remove(account);
        }
    }

    /** Takes the thread whose turn it is out of those that wait; null when there is none. */
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

    /** Whether nobody waits. */
    boolean none() {
        return waiting.isEmpty();
    }

    /** All threads that wait. */
    List<Seat> all() {
        return waiting.stream().flatMap(account -> account.seats.stream()).toList();
    }
}
