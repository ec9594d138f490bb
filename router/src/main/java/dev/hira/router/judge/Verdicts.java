package dev.hira.router.judge;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.policy.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * What a session's commands had to wait for and were refused for, by reason. Commands that go on at
 * once never come here. Safe for use by any thread.
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

    /** What the command that waits now waits for. */
    @GuardedBy("this")
    private @Nullable Entry current;

    /** Since when it waits for this, and since when for anything. */
    @GuardedBy("this")
    private long since;

    @GuardedBy("this")
    private long first;

    Verdicts(NanoClock clock) {
        this.clock = clock;
    }

    /**
     * A command must wait, or wait on.
     *
     * @return whether it has not waited for this reason already
     */
    synchronized boolean delayed(String reason) {
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

    /** The command that waited does so no more. */
    synchronized void goesOn() {
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

    /** The session ended; the command that waits, if any, was not let go. */
    synchronized void abandoned() {
        Entry before = current;
        if (before != null) {
            before.nanos += clock.nanoTime() - since;
            current = null;
        }
    }

    /** A command was refused. */
    synchronized void denied(String reason) {
        denied = withRoom(denied, reason);
        find(denied, reason).commands++;
    }

    /** Adds all of it to sums; what waits now has waited until now. */
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

    /** The entry of a reason; the last one is for all that found no room. */
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
