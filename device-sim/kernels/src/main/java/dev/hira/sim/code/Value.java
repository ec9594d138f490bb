package dev.hira.sim.code;

/** What an instruction reads. */
public sealed interface Value
        permits Register, Value.Constant, Value.Special, Value.SymbolAddress, Value.FrameAddress {
    /** What holds it in Java. */
    Carrier carrier();

    /**
     * A number.
     *
     * @param bits those of its carrier, zero-extended; those of a floating-point number as such
     */
    record Constant(long bits, Carrier carrier) implements Value {}

    /** What differs from thread to thread, block to block or launch to launch, or is a clock. */
    record Special(SpecialRegister register) implements Value {
        @Override
        public Carrier carrier() {
            return register.carrier();
        }
    }

    /**
     * The address of a module's variable in device memory.
     *
     * @param symbol its number in the program
     */
    record SymbolAddress(int symbol, long offset, Carrier carrier) implements Value {}

    /** An address in the frame of the running routine, in the local space; never generic. */
    record FrameAddress(long offset, Carrier carrier) implements Value {}
}
