package dev.hira.policy.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bookkeeping of schedulers that schedule VMs: which VMs are present, and how many commands of
 * each wait and are at the device. Flows of one VM go in the order in which they began to wait.
 */
public abstract class VmScheduler<V extends VmAccount> implements Scheduler {
    private final String name;
    private final Class<V> type;
    private final Map<String, V> byName = new HashMap<>();
    private final List<V> present = new ArrayList<>();
    private long serials;
    private int waiting;
    private int inFlight;

    public VmScheduler(String name, Class<V> type) {
        this.name = name;
        this.type = type;
    }

    /** Creates the account of a VM when its first flow joins. */
    public abstract V newcomer(Tenant tenant, long serial, long now);

    /** Notes that a VM's last flow has left. */
    public void gone(V vm) {}

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final void joined(Flow flow, long now) {
        V vm = byName.get(flow.tenant().name());
        if (vm == null) {
            vm = newcomer(flow.tenant(), serials++, now);
            byName.put(flow.tenant().name(), vm);
            present.add(vm);
        }
        vm.flows++;
        flow.note(vm);
    }

    @Override
    public final void left(Flow flow, long now) {
        V vm = of(flow);
        flow.note(null);
        if (--vm.flows == 0) {
            byName.remove(vm.tenant.name());
            present.remove(vm);
            gone(vm);
        }
    }

    @Override
    public void waits(Flow flow, long now) {
        of(flow).waiting++;
        waiting++;
    }

    @Override
    public void withdrawn(Flow flow, long now) {
        of(flow).waiting--;
        waiting--;
    }

    @Override
    public void granted(Flow flow, long estimate, long now) {
        V vm = of(flow);
        vm.waiting--;
        vm.inFlight++;
        waiting--;
        inFlight++;
    }

    @Override
    public void done(Flow flow, long estimate, long measured, long now) {
        V vm = of(flow);
        inFlight--;
        if (--vm.inFlight == 0) {
            vm.quietSince = now;
        }
    }

    public final V of(Flow flow) {
        return Objects.requireNonNull(type.cast(flow.note()), "a flow that has not joined");
    }

    /**
     * Returns the VMs that are present, in no particular order; callers must not change the list.
     */
    public final List<V> present() {
        return present;
    }

    public final boolean anyWaits() {
        return waiting > 0;
    }

    public final boolean anyInFlight() {
        return inFlight > 0;
    }

    public final @Nullable Flow firstOf(V vm, Eligible eligible) {
        for (int i = 0; i < eligible.size(); i++) {
            Flow flow = eligible.get(i);
            if (vm.equals(flow.note())) {
                return flow;
            }
        }
        return null;
    }
}
