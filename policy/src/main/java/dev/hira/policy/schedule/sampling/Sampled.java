package dev.hira.policy.schedule.sampling;

import dev.hira.policy.schedule.Saturating;
import dev.hira.policy.schedule.Tenant;
import org.jspecify.annotations.Nullable;

/** A unit of disengaged scheduling: a task, or a whole VM. */
final class Sampled {
    final Tenant tenant;

    /** Its key; null: a single session without a task. */
    final @Nullable String key;

    /** The phases inside this unit if it is a VM of a nested scheduler. */
    final @Nullable Engagement inner;

    int flows;
    int waiting;
    int inFlight;

    /** The last cycle in which it submitted. */
    long submitted = -2;

    boolean active;
    boolean blocked;

    /** Its weight w = up / down, the charge for a nanosecond of use. */
    long up = 1;

    long down = 1;

    /** Its lead in weighted device time over the unit that is furthest behind. */
    long ahead;

    /** Mean device time of a kernel in its last sample; 0: never sampled. */
    long mean;

    long sampledNanos;
    long sampledKernels;
    long sampleGrants;
    long freeKernels;
    long freeNanos;

    /** Its expected use in a free run. */
    long expected;

    /** Time since which it has had no work at the device. */
    long quietSince;

    Sampled(Tenant tenant, @Nullable String key, @Nullable Engagement inner) {
        this.tenant = tenant;
        this.key = key;
        this.inner = inner;
    }

    /**
     * Returns its estimated consumption since the last decision, from samples and kernel counts.
     */
    long estimate() {
        if (sampledKernels > 0) {
            mean = sampledNanos / sampledKernels;
        }
        long free = mean > 0 ? Saturating.multiply(mean, freeKernels) : freeNanos;
        if (!blocked) {
            expected = free;
        }
        return Saturating.add(free, sampledNanos);
    }

    void beginCycle() {
        sampledNanos = 0;
        sampledKernels = 0;
        freeKernels = 0;
        freeNanos = 0;
    }
}
