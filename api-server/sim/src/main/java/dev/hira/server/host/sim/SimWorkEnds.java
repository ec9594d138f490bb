package dev.hira.server.host.sim;

import dev.hira.sim.work.WorkListener;

/** Passes the work reports of simulated devices on to the server's listener. */
record SimWorkEnds(dev.hira.server.host.WorkListener to) implements WorkListener {
    @Override
    public void ended(long call, int device, long nanos) {
        to.ended(call, device, nanos);
    }

    @Override
    public void settled() {
        to.settled();
    }

    @Override
    public void overran(long call, int device, String kernel, long nanos) {
        to.overran(call, device, kernel, nanos);
    }

    @Override
    public void identified(long name, int device, long code, String kernel) {
        to.identified(name, device, code, kernel);
    }
}
