package dev.hira.policy.gate;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.Scheduler.Eligible;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The waiting flows, in the order in which their waits began, and those of them that may go. The
 * permission of a VM is computed only when an event concerns the VM or its wake time has come, so
 * the cost of a decision does not grow with the number of waiting VMs.
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

    /** Returns the flow that has waited longest; {@link GateFlow#after} links to the others. */
    @Nullable GateFlow first() {
        return first;
    }

    /** Adds a flow. The caller must {@link #look} at its VM. */
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

    /** Adds a flow before all others. The caller must {@link #look} at its VM. */
    void addFirst(GateFlow flow) {
        flow.waiting = true;
        flow.vm.waiting++;
        flow.before = null;
        flow.after = first;
        if (first == null) {
            last = flow;
        } else {
            first.before = flow;
        }
        first = flow;
        count++;
    }

    /**
     * Adds a flow behind the flows that have waited longer. The caller must {@link #look} at its
     * VM.
     */
    void addInOrder(GateFlow flow) {
        GateFlow older = last;
        while (older != null && older.order() - flow.order() > 0) {
            older = older.before;
        }
        GateFlow newer = older == null ? first : older.after;
        if (older == null) {
            addFirst(flow);
        } else if (newer == null) {
            add(flow);
        } else {
            flow.waiting = true;
            flow.vm.waiting++;
            flow.before = older;
            flow.after = newer;
            newer.before = flow;
            older.after = flow;
            count++;
        }
    }

    /** Whether a flow that asks for a command has asked before another one. */
    boolean anyAskedBefore(GateFlow flow) {
        GateFlow other = first;
        while (other != null && other.order() - flow.since < 0) {
            if (other != flow && other.lasting == null && other.mayGo()) {
                return true;
            }
            other = other.after;
        }
        return false;
    }

    /** Removes a flow. The caller must {@link #look} at its VM. */
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
     * Computes anew whether a VM may send.
     *
     * @return whether that has changed
     */
    boolean look(GateVm vm, long now) {
        isListed = false;
        eligible -= vm.eligible;
        long at = vm.waiting == 0 ? Long.MAX_VALUE : vm.mayAt(settings, now);
        long onAt = vm.mayGoOnAt(now);
        boolean may = at <= now;
        boolean mayOn = onAt <= now;
        long next = Math.min(may ? Long.MAX_VALUE : at, mayOn ? Long.MAX_VALUE : onAt);
        wakes.set(vm, next);
        boolean changed = vm.may(may, mayOn);
        vm.isCapped = vm.waiting > 0 && !may && vm.capAt(now) > now;
        eligible += vm.eligible;
        return changed;
    }

    /**
     * Returns the time at which the next held VM may go; {@link Long#MAX_VALUE}: only when work
     * ends.
     */
    long wakeAt() {
        return wakes.firstAt();
    }

    /** Returns the VM with the earliest wake time. The queue must not be empty. */
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

    /** Lists the flows that may go, for schedulers that look at all. */
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
