package dev.hira.policy.gate;

/**
 * How far a VM's commands run beyond what was known of them, on average, and how few it may
 * therefore have at the device: so few that others expect to wait no longer than a slice for them.
 *
 * <p>The mean and not the longest counts: one alone costs others no more than the one kernel that
 * they wait for anyway, and happens to the honest, when the host of the device was busy with
 * something else.
 */
final class Overruns {
    /** In what time half is forgotten, beside what good commands make up for. */
    private static final long FORGIVEN_IN = 1_000_000_000L;

    private static final int LEARN_SHIFT = 6;

    /** Trust is lost twice as fast as it is won. */
    private static final int FORGET_SHIFT = 7;

    private long mean;
    private long at;

    /** A command that was known has ended. */
    void ended(long beyond, long slice, long now) {
        if (beyond > slice) {
            long before = mean(now);
            mean = before + Math.max(0, (beyond - before) >> LEARN_SHIFT);
            at = now;
        } else {
            long made = mean >> FORGET_SHIFT;
            mean = made == 0 ? 0 : mean - made;
        }
    }

    /** How many commands may be at the device. */
    int mostCommands(GateSettings settings, long now) {
        long expected = mean(now);
        return expected == 0
                ? settings.vmCommands()
                : Math.clamp(settings.slice() / expected, 1, settings.vmCommands());
    }

    boolean areForgotten(long now) {
        return mean(now) == 0;
    }

    private long mean(long now) {
        return mean == 0 ? 0 : mean >> Math.clamp((now - at) / FORGIVEN_IN, 0, 63);
    }
}
