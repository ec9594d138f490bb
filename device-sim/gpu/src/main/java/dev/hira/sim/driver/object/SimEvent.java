package dev.hira.sim.driver.object;

import dev.hira.sim.engine.MarkOperation;
import org.jspecify.annotations.Nullable;

/** An event. */
public final class SimEvent implements SimObject {
    private final long name;
    private final SimContext context;
    private final boolean timed;
    private final boolean byProgram;
    private volatile @Nullable MarkOperation mark;

    /** The state that the program has given the event when it terminated what waits for it. */
    private volatile int terminationCode = ProgramFunction.OfEvent.TERMINATED;

    /** Creates an event that the program itself reaches, at this point. */
    public SimEvent(long name, SimContext context, MarkOperation mark) {
        this.name = name;
        this.context = context;
        this.timed = true;
        this.byProgram = true;
        this.mark = mark;
    }

    public SimEvent(long name, SimContext context, boolean timed) {
        this.name = name;
        this.context = context;
        this.timed = timed;
        this.byProgram = false;
    }

    /** Whether the program itself reaches the event: its point is in no channel. */
    public boolean byProgram() {
        return byProgram;
    }

    /** Notes the negative state that the program gives the event; before it is reached. */
    public void terminatedWith(int state) {
        terminationCode = state;
    }

    /** The state of the event once it is reached by a termination. */
    public int terminationCode() {
        return terminationCode;
    }

    @Override
    public long name() {
        return name;
    }

    @Override
    public SimContext context() {
        return context;
    }

    /** Whether the event measures times. */
    public boolean timed() {
        return timed;
    }

    /** The point at which the event was last recorded, or null. */
    public @Nullable MarkOperation mark() {
        return mark;
    }

    /** Sets the point; null: the event was never recorded. */
    public void record(@Nullable MarkOperation point) {
        mark = point;
    }
}
