package dev.hira.sim.lower.build;

import dev.hira.sim.code.Register;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Value;
import dev.hira.sim.ptx.model.ScalarType;
import java.util.List;

/** The meaning of a name. */
public sealed interface Binding {
    /**
     * A register.
     *
     * @param type its declared type
     */
    record Held(Register register, ScalarType type) implements Binding {}

    /** A register of 128 bits, as two halves. */
    record HeldWide(Register low, Register high) implements Binding {}

    /** A vector register, with one register for each component. */
    record HeldVector(List<Held> elements) implements Binding {}

    /** A parameter that lives in a register, because no instruction takes its address. */
    record HeldParameter(Register register, ScalarType type) implements Binding {}

    /**
     * A variable in memory.
     *
     * @param address a LONG within the space
     */
    record Placed(Space space, Value address) implements Binding {}

    /** A function, as its address. */
    record Code(long address) implements Binding {}

    /** A register that PTX predefines, or its constant value. */
    record Predefined(Value value) implements Binding {}
}
