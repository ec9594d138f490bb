package dev.hira.policy.gate;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.Scheduler.Eligible;
import java.util.ArrayList;
import java.util.List;

/** The flows that wait, in the order in which they began to; and those of them that may go. */
final class Waiting implements Eligible {
    private final InFlight device;
    private final List<GateFlow> all = new ArrayList<>();
    private final List<GateFlow> eligible = new ArrayList<>();

    Waiting(InFlight device) {
        this.device = device;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    int count() {
        return all.size();
    }

    GateFlow at(int index) {
        return all.get(index);
    }

    void add(GateFlow flow) {
        all.add(flow);
    }

    void remove(GateFlow flow) {
        all.remove(flow);
    }

    /**
     * Finds those that may go.
     *
     * @return when the next of the others may; {@link Long#MAX_VALUE}: when something has ended
     */
    long sift(GateSettings settings, long now) {
        eligible.clear();
        long wake = Long.MAX_VALUE;
        for (int i = 0; i < all.size(); i++) {
            GateFlow flow = all.get(i);
            long at = flow.vm.mayAt(flow.known, settings, device, now);
            if (at <= now) {
                eligible.add(flow);
            } else {
                wake = Math.min(wake, at);
                flow.capped = flow.vm.capAt(now) > now;
            }
        }
        return wake;
    }

    @Override
    public int size() {
        return eligible.size();
    }

    @Override
    public Flow get(int index) {
        return eligible.get(index);
    }

    @Override
    public long idleAt(long now) {
        return device.isIdle() ? now : now + Math.max(1, device.ahead(now));
    }
}
