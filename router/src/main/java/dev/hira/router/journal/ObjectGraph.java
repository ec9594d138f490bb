package dev.hira.router.journal;

import com.google.protobuf.ByteString;
import dev.hira.base.LongMap;
import dev.hira.router.catalog.ObjectRef;
import dev.hira.router.catalog.ObjectType;
import dev.hira.router.journal.JournalEntry.Part;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a session, the recorded calls that they need, and the lanes that use them. An
 * object is forgotten when it is dead and nothing needs it any more, and a call with its object.
 *
 * <p>Belongs to the session's thread; any thread may read the sums.
 */
final class ObjectGraph {
    private static final VarHandle BYTES;
    private static final VarHandle OBJECTS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            BYTES = lookup.findVarHandle(ObjectGraph.class, "bytes", long.class);
            OBJECTS = lookup.findVarHandle(ObjectGraph.class, "liveObjects", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Most calls in a slot whose outcome is unknown; older ones are forgotten as if a later one had
     * succeeded. Only a guest that never waits has as many.
     */
    private static final int MOST_UNCONFIRMED = 64;

    /** An estimate of the memory of an object in a lane's stack, and of its call in a replay. */
    static final int CURRENT_BYTES = 192;

    private final SessionNotes notes;
    private final JournalBudget.Account budget;
    private final ObjectIndex index;

    /** The entries that are not forgotten, by call. */
    private final LongMap<JournalEntry> entries = new LongMap<>();

    private final LongMap<LaneMirror> lanes = new LongMap<>();

    /** Stands for the session as a whole. */
    private final JournalObject session = new JournalObject(ObjectRef.SESSION, 0, 0, null);

    /** Receives the entries that lead to objects. */
    private Consumer<JournalEntry> follower = _ -> {};

    /** Whether calls are recalled that another journal had noted down. */
    private boolean recalling;

    /** Dead objects that may be forgotten when all calls are recalled. */
    private final Set<JournalObject> unburied = new HashSet<>(0);

    private long bytes;
    private int liveObjects;

    ObjectGraph(List<ObjectType> types, SessionNotes notes, JournalBudget.Account budget) {
        this.notes = notes;
        this.budget = budget;
        this.index = new ObjectIndex(types);
    }

    /** Returns the memory that the recorded calls take, about. Any thread. */
    long bytes() {
        return (long) BYTES.getOpaque(this);
    }

    /** Returns the number of live objects. Any thread. */
    int objects() {
        return (int) OBJECTS.getOpaque(this);
    }

    LongMap<JournalEntry> entries() {
        return entries;
    }

    LongMap<LaneMirror> lanes() {
        return lanes;
    }

    /** Sets the receiver of all further entries that lead to objects. */
    void follow(Consumer<JournalEntry> receiver) {
        follower = receiver;
    }

    // --- recalling

    void beginRecall() {
        recalling = true;
    }

    void endRecall() {
        recalling = false;
        unburied.forEach(this::bury);
        unburied.clear();
    }

    // --- lanes

    /** Returns a lane, which begins with its first call. */
    LaneMirror lane(int number) {
        LaneMirror lane = lanes.get(number);
        if (lane == null) {
            lane = new LaneMirror(number, this::becomesCurrent, this::leavesLane);
            lanes.put(number, lane);
        }
        return lane;
    }

    private void becomesCurrent(JournalObject object) {
        object.users++;
        add(CURRENT_BYTES, false);
    }

    private void leavesLane(JournalObject object) {
        add(-CURRENT_BYTES, false);
        unused(object);
    }

    /** Returns a lane's current object: the newest one that has, or had, the name on its stack. */
    @Nullable JournalObject current(LaneMirror lane) {
        JournalObject top = lane.current();
        JournalObject newest = top == null ? null : index.find(top.type, top.name);
        return newest == null ? top : newest;
    }

    /** Whether a call is known to have succeeded. */
    boolean isConfirmed(JournalEntry entry) {
        LaneMirror lane = lanes.get(entry.lane);
        return lane == null || lane.isConfirmed(entry.call);
    }

    /** Whether no object has the name of an element of a lane's stack. */
    boolean isLost(LaneMirror.Element element) {
        JournalObject object = element.object().meant();
        return object.dead && index.find(object.type, object.name) == null;
    }

    // --- objects

    /** Returns the newest object of a name, or that an address lies in; null: none. */
    @Nullable JournalObject find(int type, long name) {
        return index.find(type, name);
    }

    /** Returns the newest object of exactly this name; null: none. */
    @Nullable JournalObject exact(int type, long name) {
        return index.exact(type, name);
    }

    /** Returns the object that stands for the session as a whole. */
    JournalObject session() {
        return session;
    }

    /** Has all objects that share a name know the calls that are to end newer ones. */
    void noteEndings() {
        index.forEach(JournalObject::noteEndings);
    }

    /** Adds an object. */
    void live(JournalObject object) {
        index.put(object);
        count(1);
    }

    /** Removes an object whose creation has failed. */
    void notCreated(JournalObject object) {
        JournalObject older = object.older();
        if (older == null || older.dead) {
            object.neverLived = true;
            died(object);
            return;
        }
        object.means(older, this);
        index.replace(object, older);
        count(-1);
        forget(object.creation());
    }

    /** Removes an object that has died. */
    void died(JournalObject object) {
        if (!object.neverLived) {
            notes.died(object.name, object.creation().call);
        }
        object.dead = true;
        object.forgetOlder();
        count(-1);
        index.remove(object);
        // While others need it, a replay recreates it, and its references end it again.
        object.changes.forEach(this::forget);
        object.changes.clear();
        object.latest.forEach(this::forget);
        object.latest.clear();
        bury(object);
    }

    /** Forgets a dead object that nothing needs any more. */
    private void bury(JournalObject object) {
        if (recalling) {
            unburied.add(object); // a lane may turn out to need it
        } else if (object.dead && object.users == 0) {
            object.references.clear(this);
            object.endings.forEach(this::forget);
            object.endings.clear();
            forget(object.creation());
        }
    }

    // --- entries

    /** Adds a call. */
    void enter(JournalEntry entry) {
        entries.put(entry.call, entry);
        add(entry.bytes(), entry.isReleasing());
        lead(entry);
    }

    /** Puts a call in the place of another one of the same number. */
    void enterAgain(JournalEntry entry, JournalEntry former) {
        entries.put(entry.call, entry);
        add(entry.bytes() - former.bytes(), false);
        lead(entry);
    }

    private void lead(JournalEntry entry) {
        if (entry.part != Part.AWAITED) {
            follower.accept(entry);
        }
    }

    /** Notes the devices' choices for the object that a call creates. */
    void choose(JournalEntry entry, ByteString choices) {
        long before = entry.bytes();
        entry.choices = choices;
        add(entry.bytes() - before, false);
    }

    /** Lets a call that adds a reference stand for several ones. */
    void times(JournalEntry entry, int times) {
        long before = entry.bytes();
        entry.times = times;
        add(entry.bytes() - before, false);
    }

    /** Removes a call. */
    void forget(JournalEntry entry) {
        if (entry.forgotten) {
            return;
        }
        entry.forgotten = true;
        entries.remove(entry.call);
        add(-entry.bytes(), entry.isReleasing());
        for (JournalObject needed : entry.needs) {
            unused(needed);
        }
        entry.needs.clear();
    }

    private void unused(JournalObject needed) {
        JournalObject object = needed.meant();
        object.users--;
        bury(object);
    }

    /** Forgets the calls in a slot that a call known to have succeeded has replaced. */
    void cut(JournalEntry newest) {
        int kept = 0;
        for (JournalEntry at = newest; at != null; at = at.older) {
            if (isConfirmed(at) || ++kept == MOST_UNCONFIRMED) {
                JournalEntry old = at.older;
                at.older = null;
                while (old != null) {
                    forget(old);
                    old = old.older;
                }
            }
        }
    }

    private void add(long more, boolean releasing) {
        BYTES.setOpaque(this, bytes + more);
        budget.add(more, releasing);
    }

    private void count(int more) {
        OBJECTS.setOpaque(this, liveObjects + more);
    }
}
