package dev.hira.router.journal;

import dev.hira.router.journal.JournalEntry.Part;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The references that calls added to an object and took back. A retain whose outcome is known is
 * one more in the count of the first retain; a release whose outcome is known is one less. So a
 * million references take one entry, and a program that retains and releases in turns takes none.
 *
 * <p>The order of retains among other calls does not matter to a replay: a reference that comes
 * earlier keeps the object alive all the same. A release that no retain precedes takes the
 * reference of the object's creation, and keeps its place.
 */
final class ReferenceCount {
    /**
     * Most calls whose outcome is unknown; older ones count as if a later one had succeeded. Only a
     * guest that never waits has as many.
     */
    private static final int MOST_UNSETTLED = 1024;

    /** The first retain, which stands for {@link JournalEntry#times} ones; null: none is kept. */
    private @Nullable JournalEntry counted;

    /** The calls whose outcome is unknown, and those behind them, in order. */
    private final Set<JournalEntry> unsettled = new LinkedHashSet<>(1);

    /** Adds the newest call, and counts older ones. */
    void add(JournalEntry entry, ObjectGraph graph) {
        unsettled.add(entry);
        Iterator<JournalEntry> each = unsettled.iterator();
        boolean settles = true;
        while (settles && each.hasNext()) {
            JournalEntry first = each.next();
            settles =
                    (unsettled.size() > MOST_UNSETTLED || graph.isConfirmed(first))
                            && settle(first, graph);
            if (settles) {
                each.remove();
            }
        }
    }

    /** Counts a call; false when it takes the reference of the object's creation. */
    private boolean settle(JournalEntry entry, ObjectGraph graph) {
        JournalEntry count = counted;
        if (entry.part == Part.RETAIN) {
            if (count == null) {
                counted = entry;
            } else {
                graph.times(count, count.times + entry.times);
                graph.forget(entry);
            }
            return true;
        }
        if (count == null) {
            return false;
        }
        graph.forget(entry);
        takeFrom(count, graph);
        return true;
    }

    private void takeFrom(JournalEntry count, ObjectGraph graph) {
        if (count.times == 1) {
            counted = null;
            graph.forget(count);
        } else {
            graph.times(count, count.times - 1);
        }
    }

    /** Takes a call back that has failed. */
    void failed(JournalEntry entry, ObjectGraph graph) {
        if (entry.equals(counted)) {
            takeFrom(entry, graph);
        } else if (unsettled.remove(entry)) {
            graph.forget(entry);
        }
    }

    /** Adds all calls to those of another object. */
    void moveTo(JournalObject object, ObjectGraph graph) {
        forEach(entry -> {
            entry.of = object;
            object.references.add(entry, graph);
        });
        counted = null;
        unsettled.clear();
    }

    /** Forgets all calls. */
    void clear(ObjectGraph graph) {
        forEach(graph::forget);
        counted = null;
        unsettled.clear();
    }

    private void forEach(Consumer<JournalEntry> action) {
        if (counted != null) {
            action.accept(counted);
        }
        unsettled.forEach(action);
    }
}
