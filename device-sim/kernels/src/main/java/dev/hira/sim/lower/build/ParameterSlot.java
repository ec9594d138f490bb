package dev.hira.sim.lower.build;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.StateSpace;
import dev.hira.sim.ptx.model.Variable;
import java.util.Collections;
import java.util.List;

/**
 * The way in which a parameter or result is passed. It follows from the declaration alone, since
 * the two sides of an indirect call know only each other's declarations.
 */
public sealed interface ParameterSlot {
    /** Passed in a register. Parameters are bits: only declared registers are passed as numbers. */
    record Scalar(ScalarType type) implements ParameterSlot {
        Carrier carrier() {
            return Carrier.of(type);
        }
    }

    /** Passed as bytes of the frame. */
    record Area(long bytes, int align) implements ParameterSlot {}

    static ParameterSlot of(Variable variable) {
        boolean single = variable.dimensions().isEmpty() && variable.vector() == 1;
        boolean fits = single && variable.type().bits() <= 64;
        if (variable.space() == StateSpace.REG && fits) {
            return new Scalar(variable.type());
        }
        return fits
                ? new Scalar(bits(variable.type()))
                : new Area(variable.bytes(), variable.align());
    }

    static List<ParameterSlot> of(List<Variable> variables) {
        return variables.stream().flatMap(variable -> all(variable).stream()).toList();
    }

    /** Returns the slots of a variable; a vector register passes each element separately. */
    private static List<ParameterSlot> all(Variable variable) {
        return isVector(variable)
                ? Collections.nCopies(variable.vector(), new Scalar(variable.type()))
                : List.of(of(variable));
    }

    /** Returns whether a parameter or result is a vector register. */
    static boolean isVector(Variable variable) {
        return variable.space() == StateSpace.REG
                && variable.vector() > 1
                && variable.dimensions().isEmpty()
                && variable.type().bits() <= 64;
    }

    /** Returns whether the passed slots fit the expected ones. */
    static boolean alike(List<ParameterSlot> passed, List<ParameterSlot> expected) {
        if (passed.size() != expected.size()) {
            return false;
        }
        for (int i = 0; i < passed.size(); i++) {
            if (!passed.get(i).fits(expected.get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean fits(ParameterSlot other) {
        return switch (this) {
            case Scalar scalar ->
                    other instanceof Scalar wanted && scalar.carrier() == wanted.carrier();
            case Area(long bytes, _) -> other instanceof Area(long wanted, _) && bytes == wanted;
        };
    }

    private static ScalarType bits(ScalarType type) {
        return switch (type.bits()) {
            case 1 -> ScalarType.PRED;
            case 8 -> ScalarType.B8;
            case 16 -> ScalarType.B16;
            case 32 -> ScalarType.B32;
            default -> ScalarType.B64;
        };
    }
}
