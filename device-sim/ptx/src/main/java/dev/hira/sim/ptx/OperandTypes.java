package dev.hira.sim.ptx;

import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.StateSpace;
import dev.hira.sim.ptx.model.Statement;
import dev.hira.sim.ptx.model.Variable;
import dev.hira.sim.ptx.text.Diagnostics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks that the types of registers suit the instruction. */
final class OperandTypes {
    private final Diagnostics diagnostics;
    private final PtxScope scope;

    OperandTypes(Diagnostics diagnostics, PtxScope scope) {
        this.diagnostics = diagnostics;
        this.scope = scope;
    }

    void check(Statement.Instruction instruction, OpcodeRules.Typing typing) {
        @Nullable ScalarType type = instruction.lastType();
        if (type == null || mixes(instruction)) {
            return;
        }
        List<Operand> operands = instruction.operands();
        boolean wide = instruction.modifiers().contains(".wide");
        if (typing == OpcodeRules.Typing.PRODUCT && wide) {
            return;
        }
        int alike = typing == OpcodeRules.Typing.SHIFT ? 2 : operands.size();
        for (int i = 0; i < alike; i++) {
            checkOperand(operands.get(i), type, instruction);
        }
    }

    /** Returns whether an instruction names several types, one for each operand. */
    private static boolean mixes(Statement.Instruction instruction) {
        int types = 0;
        for (String modifier : instruction.modifiers()) {
            types += ScalarType.of(modifier) == null ? 0 : 1;
        }
        return types > 1;
    }

    private void checkOperand(Operand operand, ScalarType type, Statement.Instruction user) {
        if (!(operand instanceof Operand.Name(String name, int offset))) {
            return;
        }
        @Nullable Variable register = scope.find(name);
        if (register == null || register.space() != StateSpace.REG) {
            return;
        }
        if (!fits(register.type(), type)) {
            diagnostics.report(
                    offset,
                    "The register '"
                            + name
                            + "' is of type "
                            + register.type().suffix()
                            + ", which '"
                            + user.fullName()
                            + "' cannot use as "
                            + type.suffix()
                            + ".");
        }
    }

    private static boolean fits(ScalarType register, ScalarType type) {
        if (register.bits() != type.bits()) {
            return false;
        }
        return register.kind() == type.kind()
                || register.kind() == ScalarType.Kind.BITS
                || type.kind() == ScalarType.Kind.BITS
                || (whole(register) && whole(type));
    }

    private static boolean whole(ScalarType type) {
        return type.kind() == ScalarType.Kind.SIGNED || type.kind() == ScalarType.Kind.UNSIGNED;
    }
}
