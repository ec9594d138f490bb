package dev.hira.policy.schedule;

/** A scheduler without a memory, which decides by the present properties of flows and VMs. */
abstract class MemorylessScheduler implements Scheduler {
    private final String name;

    MemorylessScheduler(String name) {
        this.name = name;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final void joined(Flow flow, long now) {}

    @Override
    public final void left(Flow flow, long now) {}

    @Override
    public final void waits(Flow flow, long now) {}

    @Override
    public final void withdrawn(Flow flow, long now) {}

    @Override
    public final void granted(Flow flow, long estimate, long now) {}

    @Override
    public final void done(Flow flow, long estimate, long measured, long now) {}

    @Override
    public final long wakeAt(long now) {
        return Long.MAX_VALUE;
    }
}
