package dev.hira.lab.calls;

/**
 * What travelling and switching cost in a laboratory's world.
 *
 * @param hop how long a frame takes from one process to the next, in nanoseconds
 * @param call what a guest's stub takes for an iteration's commands, in nanoseconds
 * @param staging how fast a guest's bytes get to where the device can take them, in 10<sup>6</sup>
 *     bytes per second
 * @param penalty by which part kernels take longer while another VM's work is queued at the same
 *     device: what a driver's own multiplexing costs, on which the gain of some published
 *     schedulers rests; 0: nothing
 */
public record Costs(long hop, long call, long staging, double penalty) {
    /**
     * What the benchmark measures over rings and the arena, and a driver that multiplexes for
     * nothing.
     */
    public static final Costs DEFAULT = new Costs(8_000, 1_000, 6_000, 0);

    /** No remoting: the guest calls the driver itself. */
    public static final Costs NATIVE = new Costs(0, 0, Long.MAX_VALUE, 0);

    /** The same with another penalty. */
    public Costs withPenalty(double newPenalty) {
        return new Costs(hop, call, staging, newPenalty);
    }

    /** How long so many bytes take to be staged. */
    public long stagingNanos(long bytes) {
        return staging == Long.MAX_VALUE ? 0 : bytes * 1000 / staging;
    }
}
