package dev.hira.sim.ptx.model;

/** A value that is known when the text is parsed. */
public sealed interface Constant {
    /** A whole number; PTX computes with 64 bits. */
    record Whole(long value) implements Constant {}

    /** A number with a fraction. */
    record Real(double value) implements Constant {}

    /** The bits of a single-precision number; NaNs keep their payload. */
    record SingleBits(int bits) implements Constant {}

    /**
     * The address of a variable or function.
     *
     * @param offset bytes added to the address
     * @param generic whether the address is in the generic space
     * @param mask selects one byte of the address, as 0xFF shifted to that byte; 0 selects the
     *     whole address
     */
    record AddressOf(String symbol, long offset, boolean generic, long mask) implements Constant {}
}
