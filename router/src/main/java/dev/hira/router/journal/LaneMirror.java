package dev.hira.router.journal;

import dev.hira.router.catalog.LaneChange.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A lane's stack of current objects. Calls change it when they are admitted; a change can be taken
 * back until a later call of the lane is known to have succeeded. Calls in between are recorded
 * with the object that was current as it seemed: a guest that goes on after changes that fail has a
 * session that may not be recreated exactly.
 */
final class LaneMirror {
    /** Most changes that can be taken back; older ones are taken to have succeeded. */
    private static final int MOST_CHANGES = 1024;

    /** An object on the stack, put there by a call. */
    record Element(long call, JournalObject object) {}

    private static final class Change {
        final long call;
        final Kind kind;
        final @Nullable Element added;
        @Nullable Element removed;

        Change(long call, Kind kind, @Nullable Element added) {
            this.call = call;
            this.kind = kind;
            this.added = added;
        }
    }

    final int number;
    private final Consumer<JournalObject> used;
    private final Consumer<JournalObject> unused;
    private final Deque<Element> stack = new ArrayDeque<>(2);
    private final ArrayDeque<Change> changes = new ArrayDeque<>(2);
    private long confirmed = -1;

    /**
     * @param used receives an object once for each element that needs it
     * @param unused receives an object once for each element that no longer needs it
     */
    LaneMirror(int number, Consumer<JournalObject> used, Consumer<JournalObject> unused) {
        this.number = number;
        this.used = used;
        this.unused = unused;
    }

    /** Returns the current object. */
    @Nullable JournalObject current() {
        Element top = stack.peek();
        return top == null ? null : top.object().meant();
    }

    /** Returns the stack, the current object last. */
    List<Element> elements() {
        return new ArrayList<>(stack).reversed();
    }

    /** Whether a call is known to have been executed. */
    boolean isConfirmed(long call) {
        return call <= confirmed;
    }

    /** Changes the stack. */
    void change(long call, Kind kind, @Nullable JournalObject object) {
        Element added = object == null ? null : new Element(call, object);
        if (added != null) {
            used.accept(added.object());
        }
        Change change = new Change(call, kind, added);
        apply(change);
        changes.add(change);
        if (changes.size() > MOST_CHANGES) {
            retire(changes.remove());
        }
    }

    /** Returns the stack, and the changes of it that can be taken back, as a note. */
    SessionNotes.Lane note() {
        changes.descendingIterator().forEachRemaining(this::undo);
        List<SessionNotes.Current> certain = elements().stream().map(LaneMirror::note).toList();
        changes.forEach(this::apply);
        return new SessionNotes.Lane(
                number,
                confirmed,
                certain,
                changes.stream()
                        .map(change ->
                                new SessionNotes.Change(
                                        change.kind,
                                        change.added == null
                                                ? new SessionNotes.Current(change.call, 0)
                                                : note(change.added)))
                        .toList());
    }

    private static SessionNotes.Current note(Element element) {
        return new SessionNotes.Current(element.call(), element.object().meant().creation().call);
    }

    /**
     * Takes over the stack and its changes from a note.
     *
     * @param createdBy returns the object that a call created; null: the object is gone
     */
    void recall(SessionNotes.Lane noted, LongFunction<@Nullable JournalObject> createdBy) {
        confirmed = noted.confirmed();
        for (SessionNotes.Current each : noted.certain()) {
            JournalObject object = createdBy.apply(each.object());
            if (object != null) {
                used.accept(object);
                stack.push(new Element(each.call(), object));
            }
        }
        for (SessionNotes.Change each : noted.changes()) {
            change(each.by().call(), each.kind(), createdBy.apply(each.by().object()));
        }
    }

    /** Takes the change of a failed call back; false: the call changed nothing. */
    boolean failed(long call) {
        boolean changed = false;
        Deque<Change> later = new ArrayDeque<>();
        while (!changes.isEmpty() && changes.getLast().call > call) {
            later.push(undo(changes.removeLast()));
        }
        if (!changes.isEmpty() && changes.getLast().call == call) {
            changed = true;
            Change failed = undo(changes.removeLast());
            if (failed.added != null) {
                unused.accept(failed.added.object());
            }
        }
        for (Change change : later) {
            apply(change);
            changes.add(change);
        }
        return changed;
    }

    /** Notes that a call of the lane, and so each earlier one, has been executed. */
    void confirm(long call) {
        confirmed = Math.max(confirmed, call);
        while (!changes.isEmpty() && changes.getFirst().call <= confirmed) {
            retire(changes.removeFirst());
        }
    }

    /** Releases everything. */
    void end() {
        while (!changes.isEmpty()) {
            retire(changes.removeFirst());
        }
        stack.forEach(element -> unused.accept(element.object()));
        stack.clear();
    }

    private void apply(Change change) {
        change.removed = change.kind == Kind.PUSH ? null : stack.poll();
        if (change.added != null) {
            stack.push(change.added);
        }
    }

    private Change undo(Change change) {
        if (change.added != null) {
            stack.pop();
        }
        if (change.removed != null) {
            stack.push(change.removed);
            change.removed = null;
        }
        return change;
    }

    private void retire(Change change) {
        Element removed = change.removed;
        if (removed != null) {
            unused.accept(removed.object());
        }
    }
}
