package dev.hira.policy.schedule.fair;

/**
 * The parameters of {@link FairScheduler}.
 *
 * @param lag most service, in nanoseconds, that a VM which has not been waiting all the time may be
 *     owed, beside the longest kernel of late
 * @param grace for how long a VM that has nothing to do is taken to be about to come back, and so
 *     keeps what it is owed
 * @param patience the longest time for which the device is kept for a VM that is about to come back
 * @param lead how long before the device would have nothing to do the next command has to go, so
 *     that it arrives in time: the way there and back
 * @param idlePermille the part of its time that a device may idle for that, in thousandths
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
