package dev.hira.policy.schedule.sampling;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.Scheduler;
import dev.hira.policy.schedule.Tenant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The bookkeeping of schedulers in which an {@link Engagement} decides which units may submit. */
abstract class EngagedScheduler implements Scheduler {
    private final String name;
    private final Map<String, Sampled> byKey = new HashMap<>();
    final Engagement engagement;

    EngagedScheduler(String name, SamplingSettings settings, Engagement.Weights weights) {
        this.name = name;
        this.engagement = new Engagement(settings, weights);
    }

    /** Returns the key of the flow's unit; null: the flow is a unit of its own. */
    abstract @Nullable String key(Flow flow);

    Sampled unit(Tenant tenant, @Nullable String key) {
        return new Sampled(tenant, key, null);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public void joined(Flow flow, long now) {
        String key = key(flow);
        Sampled unit = key == null ? null : byKey.get(key);
        if (unit == null) {
            unit = unit(flow.tenant(), key);
            engagement.add(unit, now);
            if (key != null) {
                byKey.put(key, unit);
            }
        }
        unit.flows++;
        flow.note(unit);
    }

    @Override
    public void left(Flow flow, long now) {
        Sampled unit = unitOf(flow);
        flow.note(null);
        if (--unit.flows == 0) {
            engagement.remove(unit);
            if (unit.key != null) {
                byKey.remove(unit.key);
            }
        }
    }

    @Override
    public void waits(Flow flow, long now) {
        engagement.submitted(unitOf(flow), now);
    }

    @Override
    public void withdrawn(Flow flow, long now) {
        engagement.withdrawn(unitOf(flow));
    }

    @Override
    public @Nullable Flow pick(Eligible eligible, long now) {
        for (int i = 0; i < eligible.size(); i++) {
            Flow flow = eligible.get(i);
            if (engagement.isOpen(unitOf(flow), now)) {
                return flow;
            }
        }
        return null;
    }

    @Override
    public void granted(Flow flow, long estimate, long now) {
        engagement.granted(unitOf(flow));
    }

    @Override
    public void done(Flow flow, long estimate, long measured, long now) {
        engagement.done(unitOf(flow), measured, now);
    }

    @Override
    public long wakeAt(long now) {
        return engagement.wakeAt(now);
    }

    final Sampled unitOf(Flow flow) {
        return (Sampled) Objects.requireNonNull(flow.note(), "a flow that has not joined");
    }

    /**
     * Returns the key of a task, made of its VM and its name; null for a session without a task.
     */
    static @Nullable String taskKey(Flow flow) {
        return flow.task().isEmpty() ? null : flow.tenant().name() + '\n' + flow.task();
    }
}
