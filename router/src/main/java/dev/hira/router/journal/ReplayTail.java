package dev.hira.router.journal;

import dev.hira.router.journal.JournalEntry.Part;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The recorded calls since a replay was taken, in their order, also those whose objects are gone:
 * made after the replay, they lead to the same objects.
 *
 * <p>A call is given out when it is known to have succeeded. A call that was given out earlier, or
 * was in the replay, and fails nevertheless breaks the tail, and so do too many calls: then only a
 * new replay leads to the same objects.
 */
final class ReplayTail {
    private static final int MOST_CALLS = 1 << 16;
    private static final int MOST_BYTES = 16 << 20;

    private final Map<Long, JournalEntry> calls = new LinkedHashMap<>();
    private long bytes;
    private boolean broken;

    void add(JournalEntry entry) {
        JournalObject current = entry.current == null ? null : entry.current.meant();
        entry.lostCurrent = current != null && current.isEnding() && entry.part != Part.ENDING;
        bytes += cost(entry);
        if (broken
                || (entry.lostCurrent && entry.needsCurrent)
                || calls.size() == MOST_CALLS
                || bytes > MOST_BYTES) {
            breakOff();
        } else {
            calls.put(entry.call, entry);
        }
    }

    /**
     * Notes that a call has failed.
     *
     * @param entry the journal's entry, if it still has one
     */
    void failed(long call, @Nullable JournalEntry entry) {
        JournalEntry waiting = calls.remove(call);
        if (waiting != null) {
            bytes -= cost(waiting);
        } else if (entry != null && entry.part != Part.AWAITED && entry.part != Part.ENDING) {
            breakOff();
        }
    }

    /** A cost that stays as it is while the journal counts references in the same entry. */
    private static long cost(JournalEntry entry) {
        return (long) entry.wireBytes() + JournalEntry.OWN_BYTES;
    }

    private void breakOff() {
        broken = true;
        calls.clear();
    }

    boolean isBroken() {
        return broken;
    }

    /** Gives out calls up to the first that does not fulfill a condition. */
    List<JournalEntry> take(Predicate<JournalEntry> condition) {
        List<JournalEntry> taken = new ArrayList<>();
        Iterator<JournalEntry> each = calls.values().iterator();
        while (each.hasNext()) {
            JournalEntry entry = each.next();
            if (!condition.test(entry)) {
                break;
            }
            taken.add(entry);
            bytes -= cost(entry);
            each.remove();
        }
        return taken;
    }
}
