package dev.hira.server.session;

import dev.hira.server.work.Traffic;
import java.util.concurrent.atomic.LongAdder;

/** Counts the traffic of one VM's sessions, and of all sessions together. */
final class VmTraffic implements Traffic {
    private final Traffic all;
    private final LongAdder calls = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder sent = new LongAdder();

    /** Open sessions. Guarded by the {@link VmTraffics} that this belongs to. */
    int sessions;

    VmTraffic(Traffic all) {
        this.all = all;
    }

    @Override
    public void calls(long made, long failed) {
        all.calls(made, failed);
        calls.add(made);
        failures.add(failed);
    }

    @Override
    public void received(long bytes) {
        all.received(bytes);
        received.add(bytes);
    }

    @Override
    public void sent(long bytes) {
        all.sent(bytes);
        sent.add(bytes);
    }

    @Override
    public void wentAway() {
        all.wentAway();
    }

    VmActivity use() {
        return new VmActivity(sessions, calls.sum(), failures.sum(), received.sum(), sent.sum());
    }
}
