package dev.hira.server.objects;

import dev.hira.server.dispatch.HandleType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One object of a session and its edges: its owner, the objects it owns (a list linked through
 * these objects), the objects it depends on and its dependents (lists linked through the edges).
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
    private @Nullable Dependency dependencies;
    private @Nullable Dependency dependents;

    /**
     * An edge from a dependent object to the object that it depends on. The edge lies in the lists
     * of both objects, so that it is removed in the same time however many dependents there are.
     */
    private static final class Dependency {
        final ObjectEntry dependent;
        final ObjectEntry on;
        @Nullable Dependency nextOfDependent;
        @Nullable Dependency next;
        @Nullable Dependency previous;

        Dependency(ObjectEntry dependent, ObjectEntry on) {
            this.dependent = dependent;
            this.on = on;
        }

        /** Leaves the list of the object that it leads to. */
        void leave() {
            if (previous != null) {
                previous.next = next;
            } else {
                on.dependents = next;
            }
            if (next != null) {
                next.previous = previous;
            }
        }
    }

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

    /** Makes this object die with another one; a second time changes nothing. */
    void dependOn(ObjectEntry on) {
        if (!dependsOn(on)) {
            Dependency edge = new Dependency(this, on);
            edge.nextOfDependent = dependencies;
            dependencies = edge;
            edge.next = on.dependents;
            if (on.dependents != null) {
                on.dependents.previous = edge;
            }
            on.dependents = edge;
        }
    }

    /** Looks in both lists at once, as far as the shorter one goes. */
    private boolean dependsOn(ObjectEntry on) {
        Dependency mine = dependencies;
        Dependency ofOther = on.dependents;
        while (mine != null && ofOther != null) {
            if (mine.on == on || ofOther.dependent == this) {
                return true;
            }
            mine = mine.nextOfDependent;
            ofOther = ofOther.next;
        }
        return false;
    }

    /** Adds the objects that die directly with this one. */
    void addFollowers(Collection<ObjectEntry> to) {
        for (ObjectEntry child = firstChild; child != null; child = child.nextSibling) {
            to.add(child);
        }
        for (Dependency edge = dependents; edge != null; edge = edge.next) {
            to.add(edge.dependent);
        }
    }

    /** Whether the object was released and no other object needs it. */
    boolean isLeft() {
        return references == 0 && firstChild == null && dependents == null;
    }

    /** Returns the objects that this one needs directly. */
    List<ObjectEntry> needed() {
        List<ObjectEntry> needed = new ArrayList<>(2);
        if (parent != null) {
            needed.add(parent);
        }
        for (Dependency edge = dependencies; edge != null; edge = edge.nextOfDependent) {
            needed.add(edge.on);
        }
        return needed;
    }

    /** Removes the edges to the objects that this one needs. */
    void detach() {
        leaveParent();
        for (Dependency edge = dependencies; edge != null; edge = edge.nextOfDependent) {
            edge.leave();
        }
        dependencies = null;
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
