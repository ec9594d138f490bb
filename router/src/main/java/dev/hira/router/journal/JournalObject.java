package dev.hira.router.journal;

import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object of the session with the calls that created and changed it.
 *
 * <p>An object that has died stays as long as calls of live objects need it: it is then recreated,
 * and ended again at its place among the other calls.
 */
final class JournalObject {
    final int type;
    final long name;

    /** The number of bytes that the name stands for, if it is an address. */
    final long extent;

    private @Nullable JournalObject older;

    /** The call that created it; null for the session as a whole. */
    private @Nullable JournalEntry creation;

    /** The calls that changed it, in order. */
    final Set<JournalEntry> changes = new LinkedHashSet<>(0);

    final ReferenceCount references = new ReferenceCount();

    final LatestCalls latest = new LatestCalls();

    /** The calls that were to end it; the first that has not failed does. */
    final SequencedSet<JournalEntry> endings = new LinkedHashSet<>(0);

    /**
     * The call that ends this object if the newer ones of its name are never created; {@link
     * Long#MAX_VALUE}: none. As of the last {@link #noteEndings}.
     */
    private long mayEndAt = Long.MAX_VALUE;

    /** The number of calls and lanes that need it. */
    int users;

    /** The last call that needs it. */
    long neededBy = Long.MIN_VALUE;

    boolean dead;

    /** Whether the call that was to create it failed. */
    boolean neverLived;

    /** The object that calls meant in fact, because this one was never created. */
    private @Nullable JournalObject meant;

    JournalObject(int type, long name, long extent, @Nullable JournalObject older) {
        this.type = type;
        this.name = name;
        this.extent = extent;
        this.older = older;
        if (older != null) {
            JournalObject ignored = older.older(); // forgets those that have died
        }
    }

    JournalEntry creation() {
        return Objects.requireNonNull(creation);
    }

    /** Whether it is dead, or calls that are to end it were made. */
    boolean isEnding() {
        return dead || !endings.isEmpty();
    }

    /** Whether a replay recreates it, if only for a while. */
    boolean isRecreated() {
        return creation != null && !creation.forgotten && !neverLived;
    }

    void createdBy(JournalEntry entry) {
        creation = entry;
    }

    /** Returns the earlier object of this name, if its death has not been reported. */
    @Nullable JournalObject older() {
        if (older != null) {
            JournalObject former = older.meant();
            older = former.dead ? null : former;
        }
        return older;
    }

    /** Forgets the earlier objects of this name, because this one has died. */
    void forgetOlder() {
        older = null;
    }

    /**
     * Has each object of this name, of which this is the newest, know the first call that is to end
     * a newer one.
     */
    void noteEndings() {
        long first = Long.MAX_VALUE;
        for (JournalObject object = this; object != null; object = object.older()) {
            object.mayEndAt = first;
            if (!object.endings.isEmpty()) {
                first = Math.min(first, object.endings.getFirst().call);
            }
        }
    }

    /** Whether it exists in a replay when a call is repeated. */
    boolean existsAt(long call) {
        return isRecreated() && (!dead || isEndedAfter(call));
    }

    /**
     * Whether it exists in a replay of calls with unknown outcomes when a call is repeated: the
     * calls that are to end it are repeated as well. {@link #noteEndings} must come before.
     */
    boolean mayExistAt(long call) {
        return dead
                ? existsAt(call)
                : isRecreated() && mayEndAt > call && (endings.isEmpty() || isEndedAfter(call));
    }

    private boolean isEndedAfter(long call) {
        return !endings.isEmpty() && endings.getFirst().call > call;
    }

    /** Returns the object that calls meant, and shortens the way to it. */
    JournalObject meant() {
        JournalObject object = this;
        JournalObject next = meant;
        while (next != null) {
            object.meant = next.meant == null ? next : next.meant;
            object = object.meant;
            next = object.meant;
        }
        return object;
    }

    /**
     * Notes that this object was not created, because the older one of its name still lived: calls
     * concerned that one.
     */
    void means(JournalObject former, ObjectGraph graph) {
        meant = former;
        former.users += users;
        changes.forEach(entry -> entry.of = former);
        former.changes.addAll(changes);
        references.moveTo(former, graph);
        endings.forEach(entry -> entry.of = former);
        former.endings.addAll(endings);
        latest.moveTo(former);
        changes.clear();
        endings.clear();
    }

    boolean contains(long address) {
        return address == name || Long.compareUnsigned(address - name, extent) < 0;
    }
}
