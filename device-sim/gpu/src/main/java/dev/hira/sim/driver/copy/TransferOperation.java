package dev.hira.sim.driver.copy;

import dev.hira.sim.driver.object.Submission;
import dev.hira.sim.engine.EngineOperation;
import dev.hira.sim.engine.cost.Cost;
import dev.hira.sim.engine.cost.EngineCounters;
import dev.hira.sim.engine.cost.Role;

/** Work that moves bytes from one place to another. */
public abstract class TransferOperation extends EngineOperation {
    private final Route route;
    private final long bytes;

    TransferOperation(Route route, long bytes) {
        this.route = route;
        this.bytes = bytes;
    }

    @Override
    public final String what() {
        return switch (route.role()) {
            case TO_DEVICE -> "copy to device";
            case TO_HOST -> "copy to host";
            case ON_DEVICE, COMPUTE -> "copy on device";
        };
    }

    @Override
    public final long bytes() {
        return bytes;
    }

    public final Route route() {
        return route;
    }

    @Override
    protected final Role role() {
        return route.role();
    }

    @Override
    protected final boolean lasts() {
        return bytes > Submission.LONG_BYTES;
    }

    @Override
    protected final long realNanos(long took) {
        return Math.max(took, route.least());
    }

    @Override
    protected final Cost cost() {
        return route.cost(bytes);
    }

    @Override
    protected final void count(EngineCounters counters, long nanos) {
        counters.copy(route.role(), bytes, nanos);
    }
}
