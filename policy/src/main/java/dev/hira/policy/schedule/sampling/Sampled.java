package dev.hira.policy.schedule.sampling;

import dev.hira.policy.schedule.Saturating;
import dev.hira.policy.schedule.Tenant;
import org.jspecify.annotations.Nullable;

/** A unit that disengaged scheduling accounts for: a task, or a whole VM. */
final class Sampled {
    final Tenant tenant;

    /** What it is found by; null: nothing, it is one session. */
    final @Nullable String key;

    /** The phases inside this unit, when it is a VM of a nested scheduler. */
    final @Nullable Engagement inner;

    int flows;
    int waiting;
    int inFlight;

    /** The last cycle in which it submitted. */
    long submitted = -2;

    boolean active;
    boolean blocked;

    /** Its weight w = up / down: what a nanosecond that it uses counts. */
    long up = 1;

    long down = 1;

    /** How much more weighted device time it consumed than the one that is furthest behind. */
    long ahead;

    /** Mean device time of a kernel in its last sample; 0: it has had none. */
    long mean;

    long sampledNanos;
    long sampledKernels;
    long sampleGrants;
    long freeKernels;
    long freeNanos;

    /** What it is expected to use in a free run. */
    long expected;

    /** Since when nothing of it has been at the device. */
    long quietSince;

    Sampled(Tenant tenant, @Nullable String key, @Nullable Engagement inner) {
        this.tenant = tenant;
        this.key = key;
        this.inner = inner;
    }

    /** What it consumed since the last decision, as disengaged scheduling may know it. */
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
