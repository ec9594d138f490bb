package dev.hira.sim.driver;

import dev.hira.sim.engine.MarkOperation;
import org.jspecify.annotations.Nullable;

/** An event. */
final class SimEvent implements SimObject {
    private final long name;
    private final SimContext context;
    private final boolean timed;
    private volatile @Nullable MarkOperation mark;

    SimEvent(long name, SimContext context, boolean timed) {
        this.name = name;
        this.context = context;
        this.timed = timed;
    }

    @Override
    public long name() {
        return name;
    }

    @Override
    public SimContext context() {
        return context;
    }

    /** Whether it tells times. */
    boolean timed() {
        return timed;
    }

    /** What it was recorded as last, or null. */
    @Nullable MarkOperation mark() {
        return mark;
    }

    void record(MarkOperation point) {
        mark = point;
    }
}
