package dev.hira.sim.engine;

/**
 * What an operation takes on the virtual clock: first a fixed time, then the transfer of bytes over
 * the bus, which it may have to share.
 *
 * @param nanos the fixed time, at least 0
 * @param busBytes bytes that cross the bus
 * @param busRate the most that the operation can move, in 10<sup>6</sup> bytes per second
 */
public record Cost(long nanos, long busBytes, long busRate) {
    /** A time without a transfer. */
    public static Cost of(long nanos) {
        return new Cost(nanos, 0, 1);
    }

    /** How long this many bytes take at this rate (10<sup>6</sup> bytes per second), rounded up. */
    public static long transferNanos(long bytes, long rate) {
        return Math.ceilDiv(Math.multiplyExact(bytes, 1000L), rate);
    }
}
