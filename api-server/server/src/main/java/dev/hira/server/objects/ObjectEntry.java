package dev.hira.server.objects;

import dev.hira.server.dispatch.HandleType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One object of a session and its edges: its owner, the objects it owns (a list linked through
 * these objects), the objects it depends on and those that depend on it.
 */
final class ObjectEntry {
    final HandleType type;
    final long name;
    final long extent;

    /** The call that created the object. */
    long call;

    /** False while the call that creates the object is still being made on another thread. */
    boolean live;

    /** The references left to release; at 0 the name is gone. */
    long references = 1;

    private @Nullable ObjectEntry parent;
    private @Nullable ObjectEntry firstChild;
    private @Nullable ObjectEntry nextSibling;
    private @Nullable ObjectEntry previousSibling;
    private @Nullable List<ObjectEntry> dependencies;
    private @Nullable List<ObjectEntry> dependents;

    ObjectEntry(HandleType type, long name, long extent, boolean live) {
        this.type = type;
        this.name = name;
        this.extent = extent;
        this.live = live;
    }

    /** The last address that the name stands for; the name itself when it is no address. */
    long last() {
        return last(name, extent);
    }

    /** The last address of a range, which has one address at least. */
    static long last(long name, long extent) {
        return name + Math.max(extent, 1) - 1;
    }

    void ownedBy(ObjectEntry owner) {
        parent = owner;
        ObjectEntry next = owner.firstChild;
        nextSibling = next;
        if (next != null) {
            next.previousSibling = this;
        }
        owner.firstChild = this;
    }

    void dependOn(ObjectEntry on) {
        if (dependencies == null) {
            dependencies = new ArrayList<>(2);
        }
        if (dependencies.contains(on)) {
            return;
        }
        dependencies.add(on);
        if (on.dependents == null) {
            on.dependents = new ArrayList<>(2);
        }
        on.dependents.add(this);
    }

    /** Adds the objects that die directly with this one. */
    void addFollowers(Collection<ObjectEntry> to) {
        for (ObjectEntry child = firstChild; child != null; child = child.nextSibling) {
            to.add(child);
        }
        if (dependents != null) {
            to.addAll(dependents);
        }
    }

    /** Whether the object was released and no other object needs it. */
    boolean isLeft() {
        return references == 0
                && firstChild == null
                && (dependents == null || dependents.isEmpty());
    }

    /** Returns the objects that this one needs directly. */
    List<ObjectEntry> needed() {
        List<ObjectEntry> needed = new ArrayList<>(2);
        if (parent != null) {
            needed.add(parent);
        }
        if (dependencies != null) {
            needed.addAll(dependencies);
        }
        return needed;
    }

    /** Removes the edges to the objects that this one needs. */
    void detach() {
        leaveParent();
        if (dependencies != null) {
            for (ObjectEntry on : dependencies) {
                if (on.dependents != null) {
                    on.dependents.remove(this);
                }
            }
            dependencies = null;
        }
    }

    private void leaveParent() {
        ObjectEntry owner = parent;
        if (owner == null) {
            return;
        }
        if (previousSibling != null) {
            previousSibling.nextSibling = nextSibling;
        } else {
            owner.firstChild = nextSibling;
        }
        if (nextSibling != null) {
            nextSibling.previousSibling = previousSibling;
        }
        parent = null;
        nextSibling = null;
        previousSibling = null;
    }
}
