package dev.hira.policy.schedule.sampling;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.Scheduler;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hierarchical shares by one scheduler for each level, as when hypervisor and guest each run their
 * own and know nothing of each other.
 *
 * <p>Algorithm: an outer {@link Engagement} over VMs, weighted by share, and in each VM an inner
 * one over its tasks, all equal, with phases short enough to complete within the outer ones. A flow
 * goes when both levels are open for it. The levels do not co-operate: an inner phase passes while
 * the outer level is closed, which costs device time; {@link TwoLevelScheduler} avoids this cost.
 *
 * <p>Parameters: those of {@link DisengagedFairScheduler} for the outer level; {@code inner-sample}
 * 1 ms and {@code inner-freerun} 1 ms. Choices: see {@link Engagement}.
 */
public final class NestedScheduler implements Scheduler {
    private final SamplingSettings inner;
    private final Engagement outer;
    private final Map<String, Sampled> vms = new HashMap<>();
    private final Map<String, Sampled> tasks = new HashMap<>();

    public NestedScheduler(SamplingSettings outer, SamplingSettings inner) {
        this.outer = new Engagement(outer, new ShareWeights());
        this.inner = inner;
    }

    @Override
    public String name() {
        return "nested";
    }

    @Override
    public void joined(Flow flow, long now) {
        Sampled vm = vms.get(flow.tenant().name());
        if (vm == null) {
            Engagement level = new Engagement(inner, Engagement.Weights.EQUAL);
            vm = new Sampled(flow.tenant(), flow.tenant().name(), level);
            outer.add(vm, now);
            vms.put(flow.tenant().name(), vm);
        }
        String key = EngagedScheduler.taskKey(flow);
        Sampled task = key == null ? null : tasks.get(key);
        if (task == null) {
            task = new Sampled(flow.tenant(), key, null);
            levelOf(vm).add(task, now);
            if (key != null) {
                tasks.put(key, task);
            }
        }
        vm.flows++;
        task.flows++;
        flow.note(new TaskPath(vm, levelOf(vm), task));
    }

    @Override
    public void left(Flow flow, long now) {
        TaskPath path = pathOf(flow);
        flow.note(null);
        if (--path.task.flows == 0) {
            path.level.remove(path.task);
            if (path.task.key != null) {
                tasks.remove(path.task.key);
            }
        }
        if (--path.vm.flows == 0) {
            outer.remove(path.vm);
            vms.remove(path.vm.tenant.name());
        }
    }

    @Override
    public void waits(Flow flow, long now) {
        TaskPath path = pathOf(flow);
        outer.submitted(path.vm, now);
        path.level.submitted(path.task, now);
    }

    @Override
    public void withdrawn(Flow flow, long now) {
        TaskPath path = pathOf(flow);
        outer.withdrawn(path.vm);
        path.level.withdrawn(path.task);
    }

    @Override
    public @Nullable Flow pick(Eligible eligible, long now) {
        for (int i = 0; i < eligible.size(); i++) {
            Flow flow = eligible.get(i);
            TaskPath path = pathOf(flow);
            if (outer.isOpen(path.vm, now) && path.level.isOpen(path.task, now)) {
                return flow;
            }
        }
        return null;
    }

    @Override
    public void granted(Flow flow, long estimate, long now) {
        TaskPath path = pathOf(flow);
        outer.granted(path.vm);
        path.level.granted(path.task);
    }

    @Override
    public void done(Flow flow, long estimate, long measured, long now) {
        TaskPath path = pathOf(flow);
        outer.done(path.vm, measured, now);
        path.level.done(path.task, measured, now);
    }

    @Override
    public long wakeAt(long now) {
        long at = outer.wakeAt(now);
        for (int i = 0; i < outer.units().size(); i++) {
            Sampled vm = outer.units().get(i);
            long level = levelOf(vm).wakeAt(now);
            if (level != Long.MAX_VALUE && outer.isOpen(vm, now)) {
                at = at == Long.MAX_VALUE || level - at < 0 ? level : at;
            }
        }
        return at;
    }

    private static Engagement levelOf(Sampled vm) {
        return Objects.requireNonNull(vm.inner);
    }

    private static TaskPath pathOf(Flow flow) {
        return (TaskPath) Objects.requireNonNull(flow.note(), "a flow that has not joined");
    }

    /** The places of a flow in both levels. */
    private record TaskPath(Sampled vm, Engagement level, Sampled task) {}
}
