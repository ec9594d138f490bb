package dev.hira.sim.opencl.object;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * An object that is counted: its name is gone when the program has released it as often as it
 * retained it; the object itself ends when no other object uses it either. {@link OpenClObjects}
 * guards the counts.
 */
public abstract sealed class ClObject
        permits ClContext, ClQueue, ClMem, ClSampler, ClProgram, ClKernel, ClEvent {
    private final long name;
    private final ClContext context;
    private final List<ClObject> used = new ArrayList<>(2);
    private final Deque<Runnable> callbacks = new ConcurrentLinkedDeque<>();
    int references = 1;
    int users;

    /**
     * @param uses the object that must not end before this one
     */
    ClObject(long name, ClContext context, ClObject uses) {
        this.name = name;
        this.context = context;
        used.add(uses);
    }

    /** Creates a context, which uses nothing and is its own context. */
    ClObject(long name) {
        this.name = name;
        this.context = (ClContext) this;
    }

    public final long name() {
        return name;
    }

    public final ClContext context() {
        return context;
    }

    /** Has a function of the program called when the object ends, before those set earlier. */
    public final void whenEnded(Runnable callback) {
        callbacks.push(callback);
    }

    /** Whether functions of the program wait for the end of the object. */
    final boolean isAwaited() {
        return !callbacks.isEmpty();
    }

    /** Calls the functions that wait for the end of the object. */
    final void callBack() {
        callbacks.forEach(Runnable::run);
    }

    /** The objects that must not end before this one. */
    final List<ClObject> used() {
        return used;
    }

    /**
     * Gives back what the object has on its device; no object uses it any more.
     *
     * @param ended to run when what it uses is no longer needed
     */
    abstract void end(ObjectEnds ends, Runnable ended);
}
