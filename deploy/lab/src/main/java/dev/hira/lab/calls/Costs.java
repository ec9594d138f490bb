package dev.hira.lab.calls;

/**
 * The costs of transport and switching in a world of the laboratory.
 *
 * @param hop the time of a frame from one process to the next, in nanoseconds
 * @param call the time of a guest's stub for the commands of an iteration, in nanoseconds
 * @param staging how fast a guest's bytes get to memory that the device reads, in 10<sup>6</sup>
 *     bytes per second
 * @param penalty the part by which kernels take longer while another VM's work is queued at the
 *     same device: the cost of a driver's own multiplexing, on which the gain of some published
 *     schedulers rests; 0: none
 */
public record Costs(long hop, long call, long staging, double penalty) {
    /**
     * The costs that the benchmark measures over rings and the arena, and a driver that multiplexes
     * without cost.
     */
    public static final Costs DEFAULT = new Costs(8_000, 1_000, 6_000, 0);

    /** No remoting: the guest calls the driver itself. */
    public static final Costs NATIVE = new Costs(0, 0, Long.MAX_VALUE, 0);

    /** Returns the same costs with another penalty. */
    public Costs withPenalty(double newPenalty) {
        return new Costs(hop, call, staging, newPenalty);
    }

    /** Returns the time to stage this many bytes. */
    public long stagingNanos(long bytes) {
        return staging == Long.MAX_VALUE ? 0 : bytes * 1000 / staging;
    }
}
