package dev.hira.server.objects;

import dev.hira.base.LongMap;
import dev.hira.base.SharedBudget;
import dev.hira.server.dispatch.CallRefused;
import dev.hira.server.dispatch.HandleType;
import dev.hira.server.dispatch.RuntimeCodes;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All objects of one session. Every name that a guest sends is looked up here before a driver sees
 * it, so a session reaches only objects that it created itself.
 *
 * <p>Objects form a graph: an object dies with its owner and with any object that it depends on.
 * Any address inside an address range finds it; ranges never overlap.
 */
public final class ObjectTable {
    private final SharedBudget.Part room;
    private final Deaths deaths;
    private Births births = (_, _) -> {};
    private Predicate<HandleType> createsInOrder = _ -> false;
    private boolean recreates;
    private final LongMap<ObjectEntry> objects = new LongMap<>();
    private final AddressRanges ranges = new AddressRanges();

    /**
     * Creates an empty table.
     *
     * @param room the number of objects that the session may have; the owner closes it when the
     *     objects are gone
     * @param deaths receives every object that leaves the table by {@link #destroyed}
     */
    public ObjectTable(SharedBudget.Part room, Deaths deaths) {
        this.room = room;
        this.deaths = deaths;
    }

    /**
     * Sets the receiver of objects that are created from now on.
     *
     * @param inOrder whether objects of a type must be created in the order of the calls, although
     *     that takes long
     */
    public void tellBirths(Births receiver, Predicate<HandleType> inOrder) {
        births = receiver;
        createsInOrder = inOrder;
    }

    /** Whether objects of a type must be created in the order of the calls. */
    public boolean createsInOrder(HandleType type) {
        return createsInOrder.test(type);
    }

    /**
     * Sets whether the session's objects, which another server had, are being created anew. While
     * they are, the total of objects of all sessions refuses none of them, but counts them all.
     */
    public void recreates(boolean anew) {
        recreates = anew;
    }

    /** The number of objects, including those being created. */
    public int size() {
        return objects.size();
    }

    /** Whether the session has an object of this type under this name. */
    public boolean has(HandleType type, long name) {
        return find(type, name) != null || isPredefined(type, name);
    }

    /**
     * Checks that the session has an object of this type under this name.
     *
     * @throws CallRefused when {@link #has} returns false
     */
    public void require(HandleType type, long name) {
        if (find(type, name) == null && !isPredefined(type, name)) {
            throw unknown(type, name);
        }
    }

    /**
     * Checks that the session may have a number of further objects.
     *
     * @throws CallRefused when it may not
     */
    public void requireRoom(int more) {
        if (more > room.ownRoom()) {
            throw noRoom(more, "than the server allows a session");
        }
        if (!recreates && more > room.room()) {
            throw noRoom(more, "than the server allows beside those of other sessions");
        }
    }

    private CallRefused noRoom(int more, String than) {
        return CallRefused.byServer(
                RuntimeCodes.LIMIT,
                "the session has "
                        + objects.size()
                        + " objects and would have "
                        + more
                        + " more, which are more "
                        + than
                        + "; destroy some first");
    }

    /**
     * Checks that a name can be given to a new object.
     *
     * @throws CallRefused when it cannot
     */
    public void claim(HandleType type, long name, long extent) {
        if (name == 0 || isPredefined(type, name)) {
            throw new CallRefused(
                    type.invalidCode(),
                    "a new " + type.name() + " cannot have the name " + hex(name));
        }
        ObjectEntry taken = objects.get(name);
        if (taken != null) {
            throw new CallRefused(
                    type.invalidCode(),
                    "a new "
                            + type.name()
                            + " cannot have the name "
                            + hex(name)
                            + ", which a "
                            + taken.type.name()
                            + " of the session already has");
        }
        if (type.address()) {
            claimRange(type, name, extent);
        }
    }

    /** Reserves a claimed name for an object whose creation is under way; it is not usable yet. */
    public void reserve(HandleType type, long name, long extent) {
        enter(new ObjectEntry(type, name, extent, false));
    }

    /** Releases a reserved name; does nothing when the object was created meanwhile. */
    public void unreserve(long name) {
        ObjectEntry entry = objects.get(name);
        if (entry != null && !entry.live) {
            forget(entry);
        }
    }

    /**
     * Enters an object. A device may return a name that it chose again while the object lives;
     * nothing changes then.
     *
     * @param parent the owner's name; 0 or an unknown name for none
     * @param call the number of the call that created it
     */
    public void created(HandleType type, long name, long extent, long parent, long call) {
        ObjectEntry entry = objects.get(name);
        if (entry == null) {
            refuseIfOverlapping(type, name, extent);
            entry = new ObjectEntry(type, name, extent, true);
            enter(entry);
        } else if (entry.type.tag() != type.tag()) {
            throw new IllegalStateException(
                    "the driver made a "
                            + type.name()
                            + " "
                            + hex(name)
                            + ", which is a "
                            + entry.type.name());
        } else if (entry.live) {
            return;
        }
        entry.live = true;
        entry.call = call;
        ObjectEntry owner = parent == 0 ? null : objects.get(parent);
        if (owner != null && owner != entry) {
            entry.ownedBy(owner);
        }
        births.born(name, call);
    }

    /** Makes {@code name} die with {@code on}; ignores unknown names. */
    public void dependsOn(HandleType type, long name, HandleType onType, long on) {
        ObjectEntry entry = find(type, name);
        ObjectEntry other = find(onType, on);
        if (entry != null && other != null && entry != other) {
            entry.dependOn(other);
        }
    }

    /** Removes an object, all objects that it owns, and all that depend on any of them. */
    public void destroyed(HandleType type, long name) {
        ObjectEntry first = objects.get(name);
        if (first == null || first.type.tag() != type.tag()) {
            return;
        }
        remove(first);
    }

    /** Adds a reference to an object; ignores unknown names. */
    public void retained(HandleType type, long name) {
        ObjectEntry entry = find(type, name);
        if (entry != null) {
            entry.references = Math.incrementExact(entry.references);
        }
    }

    /**
     * Removes a reference to an object. The last one removes the name; the object itself dies as
     * soon as it owns nothing and nothing depends on it.
     */
    public void released(HandleType type, long name) {
        ObjectEntry entry = find(type, name);
        if (entry == null) {
            return;
        }
        entry.references--;
        if (entry.isLeft()) {
            remove(entry);
        }
    }

    /** Removes an object with its followers, and released objects that only these still needed. */
    private void remove(ObjectEntry first) {
        ArrayDeque<ObjectEntry> dying = new ArrayDeque<>();
        dying.add(first);
        while (!dying.isEmpty()) {
            ObjectEntry entry = dying.poll();
            if (objects.get(entry.name) != entry) {
                continue;
            }
            entry.addFollowers(dying);
            List<ObjectEntry> needed = entry.needed();
            forget(entry);
            deaths.died(entry.type, entry.name, entry.call);
            needed.stream().filter(ObjectEntry::isLeft).forEach(dying::add);
        }
    }

    private void claimRange(HandleType type, long name, long extent) {
        long last = ObjectEntry.last(name, extent);
        if (extent < 0 || Long.compareUnsigned(last, name) < 0) {
            throw new CallRefused(
                    type.invalidCode(),
                    "a " + type.name() + " of " + extent + " bytes does not fit at " + hex(name));
        }
        if (type.alignment() > 1 && Long.remainderUnsigned(name, type.alignment()) != 0) {
            throw new CallRefused(
                    type.invalidCode(),
                    "a "
                            + type.name()
                            + " at "
                            + hex(name)
                            + " is not aligned to "
                            + type.alignment()
                            + " bytes");
        }
        ObjectEntry other = ranges.overlapping(name, last);
        if (other != null) {
            throw new CallRefused(
                    type.invalidCode(),
                    "a "
                            + type.name()
                            + " at "
                            + hex(name)
                            + ".."
                            + hex(last)
                            + " would overlap the one at "
                            + hex(other.name)
                            + ".."
                            + hex(other.last()));
        }
    }

    private void refuseIfOverlapping(HandleType type, long name, long extent) {
        if (!type.address()) {
            return;
        }
        ObjectEntry other = ranges.overlapping(name, ObjectEntry.last(name, extent));
        if (other != null) {
            throw new IllegalStateException(
                    "the driver made a "
                            + type.name()
                            + " at "
                            + hex(name)
                            + " that overlaps the one at "
                            + hex(other.name));
        }
    }

    private @Nullable ObjectEntry find(HandleType type, long name) {
        ObjectEntry entry = objects.get(name);
        if (entry == null && type.address()) {
            entry = ranges.containing(name);
        }
        return entry != null && entry.live && entry.references > 0 && entry.type.tag() == type.tag()
                ? entry
                : null;
    }

    private void enter(ObjectEntry entry) {
        room.add(1);
        objects.put(entry.name, entry);
        if (entry.type.address()) {
            ranges.add(entry);
        }
    }

    private void forget(ObjectEntry entry) {
        entry.detach();
        objects.remove(entry.name);
        room.give(1);
        if (entry.type.address()) {
            ranges.remove(entry.name);
        }
    }

    private static boolean isPredefined(HandleType type, long name) {
        for (long predefined : type.predefined()) {
            if (predefined == name) {
                return true;
            }
        }
        return false;
    }

    private static CallRefused unknown(HandleType type, long name) {
        return new CallRefused(
                type.invalidCode(), "the session has no " + type.name() + " " + hex(name));
    }

    private static String hex(long name) {
        return "0x" + Long.toHexString(name);
    }
}
