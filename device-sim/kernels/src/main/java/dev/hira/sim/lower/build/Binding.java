package dev.hira.sim.lower.build;

import dev.hira.sim.code.Register;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Value;
import dev.hira.sim.ptx.ScalarType;
import java.util.List;

/** What a name stands for. */
public sealed interface Binding {
    /**
     * A register.
     *
     * @param type as it is declared
     */
    record Held(Register register, ScalarType type) implements Binding {}

    /** A register of 128 bits, by its halves. */
    record HeldWide(Register low, Register high) implements Binding {}

    /** A vector register, one register for each component. */
    record HeldVector(List<Held> elements) implements Binding {}

    /** A parameter that lives in a register, since nobody asks for its address. */
    record HeldParameter(Register register, ScalarType type) implements Binding {}

    /**
     * A variable in memory.
     *
     * @param address a LONG within the space
     */
    record Placed(Space space, Value address) implements Binding {}

    /** A function, by its address. */
    record Code(long address) implements Binding {}

    /** A register that PTX predefines, or what it always is. */
    record Predefined(Value value) implements Binding {}
}
