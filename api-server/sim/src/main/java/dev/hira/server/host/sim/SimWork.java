package dev.hira.server.host.sim;

import dev.hira.api.LateResult;
import dev.hira.api.WorkListener;
import dev.hira.server.host.WorkScope;
import dev.hira.sim.work.LaneWork;

/** Measures the work of one lane at simulated devices. */
record SimWork(LaneWork work, WorkListener listener) implements WorkScope {
    @Override
    public void begin(long call) {
        work.begin(listener, call);
    }

    @Override
    public void completes(LateResult result) {
        work.completes(result);
    }

    @Override
    public long end() {
        return work.end();
    }

    @Override
    public int device() {
        return work.device();
    }
}
