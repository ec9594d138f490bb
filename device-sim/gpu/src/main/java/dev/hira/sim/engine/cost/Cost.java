package dev.hira.sim.engine.cost;

/**
 * The time of an operation on the virtual clock: a fixed time, then the transfer of bytes over the
 * bus, which other transfers may share.
 *
 * @param nanos the fixed time, at least 0
 * @param busBytes bytes that cross the bus
 * @param busRate the highest rate of the operation, in 10<sup>6</sup> bytes per second
 */
public record Cost(long nanos, long busBytes, long busRate) {
    /** Returns the cost of a time without a transfer. */
    public static Cost of(long nanos) {
        return new Cost(nanos, 0, 1);
    }

    /** The time for this many bytes at this rate (10<sup>6</sup> bytes per second), rounded up. */
    public static long transferNanos(long bytes, long rate) {
        return Math.ceilDiv(Math.multiplyExact(bytes, 1000L), rate);
    }
}
