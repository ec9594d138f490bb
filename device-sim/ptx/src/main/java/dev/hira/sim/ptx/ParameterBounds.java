package dev.hira.sim.ptx;

import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.StateSpace;
import dev.hira.sim.ptx.model.Statement;
import dev.hira.sim.ptx.model.Variable;
import dev.hira.sim.ptx.text.Diagnostics;
import org.jspecify.annotations.Nullable;

/**
 * Checks that loads and stores which name a parameter stay inside it. Beyond it lies another
 * parameter or nothing, so that a wrong size would give wrong values without an error.
 */
final class ParameterBounds {
    private final Diagnostics diagnostics;
    private final PtxScope scope;

    ParameterBounds(Diagnostics diagnostics, PtxScope scope) {
        this.diagnostics = diagnostics;
        this.scope = scope;
    }

    void check(Statement.Instruction instruction) {
        boolean isLoad = instruction.opcode().equals("ld");
        if (!isLoad && !instruction.opcode().equals("st")) {
            return;
        }
        @Nullable ScalarType type = instruction.lastType();
        if (type != null
                && instruction.operands().get(isLoad ? 1 : 0)
                        instanceof Operand.Address(Operand.Name(String name, _), long first, _)) {
            @Nullable Variable parameter = scope.find(name);
            if (parameter != null && parameter.space() == StateSpace.PARAM) {
                check(instruction, parameter, first, (long) type.bytes() * elements(instruction));
            }
        }
    }

    private static int elements(Statement.Instruction instruction) {
        for (int count : new int[] {2, 4, 8}) {
            if (instruction.modifiers().contains(".v" + count)) {
                return count;
            }
        }
        return 1;
    }

    /** An array whose size the text leaves open has 0 bytes, and is not checked. */
    private void check(
            Statement.Instruction instruction, Variable parameter, long first, long count) {
        long size = parameter.bytes();
        if (size > 0 && (first < 0 || first > size - count)) {
            diagnostics.report(
                    instruction.offset(),
                    "'"
                            + instruction.fullName()
                            + "' accesses "
                            + count
                            + " bytes from byte "
                            + first
                            + " of '"
                            + parameter.name()
                            + "' on, which has "
                            + size
                            + ".");
        }
    }
}
