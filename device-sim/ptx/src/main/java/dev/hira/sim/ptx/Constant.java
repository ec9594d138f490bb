package dev.hira.sim.ptx;

/** A value that is known when the text is read. */
public sealed interface Constant {
    /** A whole number; PTX computes them with 64 bits. */
    record Whole(long value) implements Constant {}

    /** A number with a fraction. */
    record Real(double value) implements Constant {}

    /** The bits of a single-precision number, which keep NaNs as they are. */
    record SingleBits(int bits) implements Constant {}

    /**
     * The address of a variable or function.
     *
     * @param offset bytes behind it
     * @param generic whether it is the address in the generic space
     * @param mask the byte of the address that is meant, as 0xFF shifted there; 0 for all of it
     */
    record AddressOf(String symbol, long offset, boolean generic, long mask) implements Constant {}
}
