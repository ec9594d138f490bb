package dev.hira.policy.model;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The live book of grants: who may use what, now. Every change is checked, gets a version, and is
 * told to the watchers, each change once and in order. Safe for use by any thread.
 *
 * <p>Changes are optimistic: who changes says which version he has read, and is turned away when
 * that is no longer the current one.
 */
public final class Grants {
    private final ResourceNames known;
    private final List<Consumer<GrantsChange>> watchers = new CopyOnWriteArrayList<>();

    @GuardedBy("this")
    private final Queue<GrantsChange> untold = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean telling;

    private volatile GrantsState state;

    /**
     * @throws IllegalArgumentException when the initial grants make no sense, with everything that
     *     is wrong
     */
    public Grants(GrantsState initial, ResourceNames known) {
        List<Violation> violations = GrantChecks.of(initial, known);
        if (!violations.isEmpty()) {
            throw new IllegalArgumentException("the initial grants: " + violations);
        }
        this.known = known;
        this.state = initial;
    }

    /** Everybody has an equal share and no limits. */
    public Grants() {
        this(GrantsState.initial(Grant.STANDARD), ResourceNames.ANY);
    }

    /** The grants that hold. */
    public GrantsState state() {
        return state;
    }

    /** The resources that grants may name. */
    public ResourceNames known() {
        return known;
    }

    /** What is wrong with a state; empty when nothing is. Changes nothing. */
    public List<Violation> check(GrantsState proposed) {
        return GrantChecks.of(proposed, known);
    }

    /**
     * Proposes other grants.
     *
     * @param proposed the whole new state; its version is the one that was read
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
     * Makes a change to whatever the grants are, for those who do not care what others changed.
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
     * Has someone told of every change from now on. He is called by the thread that changes, or by
     * another that changed just before, without locks.
     *
     * @return ends it
     */
    public Runnable watch(Consumer<GrantsChange> watcher) {
        watchers.add(watcher);
        return () -> watchers.remove(watcher);
    }

    /** One thread at a time tells, so that nobody hears of changes out of order. */
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
