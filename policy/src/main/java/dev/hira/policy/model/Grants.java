package dev.hira.policy.model;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The live book of grants. Every change is checked, gets a version, and is reported to the watchers
 * once and in order. Thread-safe.
 *
 * <p>Changes are optimistic: a proposal names the version that it was made from and is refused when
 * that is no longer the current one.
 */
public final class Grants {
    private static final GrantsState NONE = new GrantsState(0, Map.of(), Map.of(), Map.of());

    private final ResourceNames known;
    private final List<Consumer<GrantsChange>> watchers = new CopyOnWriteArrayList<>();

    @GuardedBy("this")
    private final Queue<GrantsChange> untold = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean telling;

    private volatile GrantsState state;

    /**
     * @throws IllegalArgumentException when the initial grants are invalid, with all violations
     */
    public Grants(GrantsState initial, ResourceNames known) {
        List<Violation> violations = GrantChecks.of(initial, NONE, known);
        if (!violations.isEmpty()) {
            throw new IllegalArgumentException("the initial grants: " + violations);
        }
        this.known = known;
        this.state = initial;
    }

    /** Creates grants under which every VM has an equal share and no limits. */
    public Grants() {
        this(GrantsState.initial(Grant.STANDARD), ResourceNames.ANY);
    }

    /** Returns the current grants. */
    public GrantsState state() {
        return state;
    }

    /** Returns the resources that grants may name. */
    public ResourceNames known() {
        return known;
    }

    /** Returns all violations of a state; empty when there are none. Changes nothing. */
    public List<Violation> check(GrantsState proposed) {
        return GrantChecks.of(proposed, state, known);
    }

    /**
     * Proposes other grants.
     *
     * @param proposed the whole new state, with the version that it was made from
     */
    public GrantsUpdate propose(GrantsState proposed) {
        List<Violation> violations = check(proposed);
        if (!violations.isEmpty()) {
            return new GrantsUpdate.Refused(violations);
        }
        GrantsState next;
        synchronized (this) {
            GrantsState before = state;
            if (before.version() != proposed.version()) {
                return new GrantsUpdate.Stale(proposed.version(), before);
            }
            next = proposed.withVersion(before.version() + 1);
            state = next;
            untold.add(new GrantsChange(before, next));
        }
        tell();
        return new GrantsUpdate.Accepted(next);
    }

    /**
     * Applies an edit to the current grants, whatever other changes were made before.
     *
     * @param edit computes the new state from the current one; may be called several times
     */
    public GrantsUpdate change(UnaryOperator<GrantsState> edit) {
        while (true) {
            GrantsUpdate result = propose(edit.apply(state));
            if (!(result instanceof GrantsUpdate.Stale)) {
                return result;
            }
        }
    }

    /**
     * Adds a watcher, which is told of every change from now on. The thread that makes a change
     * calls it, or a thread that made another change just before; without locks.
     *
     * @return removes the watcher
     */
    public Runnable watch(Consumer<GrantsChange> watcher) {
        watchers.add(watcher);
        return () -> watchers.remove(watcher);
    }

    /** Tells the watchers, one thread at a time, so that they see changes in order. */
    private void tell() {
        synchronized (this) {
            if (telling) {
                return;
            }
            telling = true;
        }
        for (GrantsChange next = nextUntold(); next != null; next = nextUntold()) {
            for (Consumer<GrantsChange> watcher : watchers) {
                watcher.accept(next);
            }
        }
    }

    private synchronized @Nullable GrantsChange nextUntold() {
        GrantsChange next = untold.poll();
        telling = next != null;
        return next;
    }
}
