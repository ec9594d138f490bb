package dev.hira.policy.gate;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.Scheduler.Eligible;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The flows that wait, in the order in which they began to; and those of them that may go. What a
 * VM may do is looked at when something happened to it or its time has come, and not at each
 * decision, so that a decision does not take the longer the more VMs wait.
 */
final class WaitingFlows implements Eligible {
    private final DeviceInFlight device;
    private final GateSettings settings;
    private final WakeQueue wakes = new WakeQueue();
    private final List<GateFlow> listed = new ArrayList<>();
    private @Nullable GateFlow first;
    private @Nullable GateFlow last;
    private int count;
    private int eligible;
    private boolean isListed;

    WaitingFlows(DeviceInFlight device, GateSettings settings) {
        this.device = device;
        this.settings = settings;
    }

    boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    /** The one that has waited longest; the others are {@link GateFlow#after}. */
    @Nullable GateFlow first() {
        return first;
    }

    /** A flow begins to wait. Its VM is to be looked at. */
    void add(GateFlow flow) {
        flow.waiting = true;
        flow.vm.waiting++;
        flow.before = last;
        flow.after = null;
        if (last == null) {
            first = flow;
        } else {
            last.after = flow;
        }
        last = flow;
        count++;
    }

    /** A flow waits no more. Its VM is to be looked at. */
    void remove(GateFlow flow) {
        GateFlow before = flow.before;
        GateFlow after = flow.after;
        if (before == null) {
            first = after;
        } else {
            before.after = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.before = before;
        }
        flow.before = null;
        flow.after = null;
        flow.waiting = false;
        flow.vm.waiting--;
        count--;
    }

    /**
     * Looks at what a VM may do.
     *
     * @return whether that has changed
     */
    boolean look(GateVm vm, long now) {
        isListed = false;
        eligible -= vm.eligible;
        long at = vm.waiting == 0 ? Long.MAX_VALUE : vm.mayAt(settings, now);
        boolean may = at <= now;
        wakes.set(vm, may ? Long.MAX_VALUE : at);
        boolean changed = vm.may(may);
        vm.isCapped = vm.waiting > 0 && !may && vm.capAt(now) > now;
        eligible += vm.eligible;
        return changed;
    }

    /** When the next VM may go that may not yet; {@link Long#MAX_VALUE}: when something ended. */
    long wakeAt() {
        return wakes.firstAt();
    }

    /** Whose time came first; when there is one. */
    GateVm firstToWake() {
        return wakes.first();
    }

    /** Whether any flow may go. */
    boolean isOpen() {
        return eligible > 0;
    }

    @Override
    public int size() {
        list();
        return listed.size();
    }

    @Override
    public Flow get(int index) {
        list();
        return listed.get(index);
    }

    @Override
    public long idleAt(long now) {
        return device.isIdle() ? now : now + Math.max(1, device.ahead(now));
    }

    /** For schedulers that look at all. */
    private void list() {
        if (!isListed) {
            isListed = true;
            listed.clear();
            for (GateFlow flow = first; flow != null; flow = flow.after) {
                if (flow.mayGo()) {
                    listed.add(flow);
                }
            }
        }
    }
}
