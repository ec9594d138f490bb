package dev.hira.policy.schedule.fair;

/**
 * The parameters of {@link FairScheduler}.
 *
 * @param lag bound in nanoseconds, in addition to the longest recent kernel, on the service owed to
 *     a VM that was absent
 * @param grace time for which a VM without work is expected back and keeps its credit
 * @param patience longest time for which the device is kept free for a VM that is expected back
 * @param lead time before the device runs out of work at which the next command must go to arrive
 *     in time: the round trip
 * @param idlePermille part of its time, in thousandths, that a device may idle for that
 */
public record FairSettings(long lag, long grace, long patience, long lead, int idlePermille) {
    /** 10 ms, 20 ms, 1 ms, 300 µs, 5 %. */
    public static final FairSettings STANDARD =
            new FairSettings(10_000_000, 20_000_000, 1_000_000, 300_000, 50);

    public FairSettings {
        if (Math.min(Math.min(lag, grace), Math.min(patience, lead)) < 0
                || idlePermille < 0
                || idlePermille > 1000) {
            throw new IllegalArgumentException(
                    "times are not negative and idlePermille is 0 to 1000, not lag="
                            + lag
                            + " grace="
                            + grace
                            + " patience="
                            + patience
                            + " lead="
                            + lead
                            + " idlePermille="
                            + idlePermille);
        }
    }
}
