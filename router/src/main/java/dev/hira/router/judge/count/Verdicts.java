package dev.hira.router.judge.count;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.policy.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The delays and refusals of a session's commands, by reason. Commands that go on at once are not
 * counted here. Thread-safe.
 */
public final class Verdicts {
    private static final int MAX_REASONS = 24;
    private static final String OTHER = "other";

    private final NanoClock clock;

    @GuardedBy("this")
    private Entry[] delayed = {};

    @GuardedBy("this")
    private Entry[] denied = {};

    @GuardedBy("this")
    private long @Nullable [] waits;

    @GuardedBy("this")
    private long waitNanos;

    /** Entry of the reason for which the waiting command waits now. */
    @GuardedBy("this")
    private @Nullable Entry current;

    /**
     * Times since which the command waits for the current reason, and since which it waits at all.
     */
    @GuardedBy("this")
    private long since;

    @GuardedBy("this")
    private long first;

    Verdicts(NanoClock clock) {
        this.clock = clock;
    }

    /**
     * Notes that a command must wait or continue to wait.
     *
     * @return whether the reason is new for this command
     */
    public synchronized boolean delayed(String reason) {
        long now = clock.nanoTime();
        Entry before = current;
        if (before != null && before.reason.equals(reason)) {
            return false;
        }
        if (before == null) {
            first = now;
        } else {
            before.nanos += now - since;
        }
        delayed = withRoom(delayed, reason);
        current = find(delayed, reason);
        current.commands++;
        since = now;
        return true;
    }

    /** Returns the reason for which the waiting command waits; empty: none waits. */
    public synchronized String waitsFor() {
        return current == null ? "" : current.reason;
    }

    /** Notes that the waiting command goes on. */
    public synchronized void delayEnded() {
        Entry before = current;
        if (before == null) {
            return;
        }
        long now = clock.nanoTime();
        before.nanos += now - since;
        current = null;
        if (waits == null) {
            waits = new long[WaitBuckets.COUNT];
        }
        waits[WaitBuckets.of(now - first)]++;
        waitNanos += now - first;
    }

    /** Notes that the session ended; a waiting command, if any, did not go on. */
    public synchronized void abandoned() {
        Entry before = current;
        if (before != null) {
            before.nanos += clock.nanoTime() - since;
            current = null;
        }
    }

    /** Counts a refused command. */
    public synchronized void denied(String reason) {
        denied = withRoom(denied, reason);
        find(denied, reason).commands++;
    }

    /** Adds everything to sums, including the current wait until now. */
    public synchronized void addTo(VerdictTotals totals) {
        Entry now = current;
        for (Entry entry : delayed) {
            long more = entry.equals(now) ? clock.nanoTime() - since : 0;
            totals.delayed(entry.reason, entry.commands, entry.nanos + more);
        }
        for (Entry entry : denied) {
            totals.denied(entry.reason, entry.commands);
        }
        if (waits != null) {
            totals.waits(waits, waitNanos);
        }
        if (now != null) {
            totals.waiting();
        }
    }

    private static Entry[] withRoom(Entry[] entries, String reason) {
        for (Entry entry : entries) {
            if (entry.reason.equals(reason)) {
                return entries;
            }
        }
        if (entries.length > MAX_REASONS) {
            return entries;
        }
        Entry[] more = new Entry[entries.length + 1];
        System.arraycopy(entries, 0, more, 0, entries.length);
        more[entries.length] = new Entry(entries.length < MAX_REASONS ? reason : OTHER);
        return more;
    }

    /**
     * Returns the entry of a reason; the last entry collects all reasons without one of their own.
     */
    private static Entry find(Entry[] entries, String reason) {
        for (Entry entry : entries) {
            if (entry.reason.equals(reason)) {
                return entry;
            }
        }
        return entries[entries.length - 1];
    }

    private static final class Entry {
        private final String reason;
        private long commands;
        private long nanos;

        Entry(String reason) {
            this.reason = reason;
        }
    }
}
