package dev.hira.router.judge.count;

import java.util.Map;
import java.util.TreeMap;

/** Sums of the verdicts of some sessions. For one thread. */
public final class VerdictTotals {
    private final Map<String, Tally> delayed = new TreeMap<>();
    private final Map<String, Tally> denied = new TreeMap<>();
    private final long[] waits = new long[WaitBuckets.COUNT];
    private long waitNanos;
    private int waiting;

    void delayed(String reason, long commands, long nanos) {
        delayed.computeIfAbsent(reason, r -> new Tally()).add(commands, nanos);
    }

    void denied(String reason, long commands) {
        denied.computeIfAbsent(reason, r -> new Tally()).add(commands, 0);
    }

    void waits(long[] buckets, long nanos) {
        for (int i = 0; i < waits.length; i++) {
            waits[i] += buckets[i];
        }
        waitNanos += nanos;
    }

    void waiting() {
        waiting++;
    }

    /** Adds other sums. */
    public void add(VerdictTotals other) {
        other.delayed.forEach((reason, tally) -> delayed(reason, tally.commands, tally.nanos));
        other.denied.forEach((reason, tally) -> denied(reason, tally.commands));
        waits(other.waits, other.waitNanos);
        waiting += other.waiting;
    }

    /** Returns the commands that had to wait, by reason. */
    public Map<String, Tally> delayed() {
        return delayed;
    }

    /** Returns the refused commands, by reason. */
    public Map<String, Tally> denied() {
        return denied;
    }

    /** Returns the waits of commands that have gone on since, in {@link WaitBuckets}. */
    public long[] waits() {
        return waits.clone();
    }

    /** Returns the sum of {@link #waits}, in nanoseconds. */
    public long waitNanos() {
        return waitNanos;
    }

    /** Returns the number of sessions with a command that waits. */
    public int stillWaiting() {
        return waiting;
    }

    /** A number of commands and their total wait. */
    public static final class Tally {
        private long commands;
        private long nanos;

        private void add(long moreCommands, long moreNanos) {
            commands += moreCommands;
            nanos += moreNanos;
        }

        public long commands() {
            return commands;
        }

        public long nanos() {
            return nanos;
        }
    }
}
