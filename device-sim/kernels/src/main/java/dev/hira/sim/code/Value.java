package dev.hira.sim.code;

/** A value that an instruction reads. */
public sealed interface Value
        permits Register, Value.Constant, Value.Special, Value.SymbolAddress, Value.FrameAddress {
    /** The Java type that holds it. */
    Carrier carrier();

    /**
     * A number.
     *
     * @param bits the bits of its carrier, zero-extended; for a floating-point number its raw bits
     */
    record Constant(long bits, Carrier carrier) implements Value {}

    /**
     * A special register: a value that differs from thread to thread, block to block or launch to
     * launch, or a clock.
     */
    record Special(SpecialRegister register) implements Value {
        @Override
        public Carrier carrier() {
            return register.carrier();
        }
    }

    /**
     * The address of a module variable in device memory.
     *
     * @param symbol its number in the program
     */
    record SymbolAddress(int symbol, long offset, Carrier carrier) implements Value {}

    /** An address in the frame of the running routine, in the local space; never generic. */
    record FrameAddress(long offset, Carrier carrier) implements Value {}
}
