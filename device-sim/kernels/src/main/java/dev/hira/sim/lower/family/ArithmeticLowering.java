package dev.hira.sim.lower.family;

import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.ops.Operation;
import dev.hira.sim.ops.Operations;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lowers instructions that compute one register from values. */
final class ArithmeticLowering {
    private ArithmeticLowering() {}

    static void lower(Instruction instruction, LoweringContext context) {
        List<Operand> operands = instruction.operands();
        int sources = operands.size() - 1;
        Operation operation = operation(instruction, sources);
        requireSources(operation, sources);
        context.targets()
                .compute(operands.getFirst(), operation, read(operation, operands, context));
    }

    /** Lowers additions and the like; those that carry belong to another family. */
    static void maybeCarrying(Instruction instruction, LoweringContext context) {
        if (instruction.modifiers().contains(".cc")) {
            CarryLowering.lower(instruction, context);
        } else {
            lower(instruction, context);
        }
    }

    /** Returns the operation that an instruction names. */
    static Operation operation(Instruction instruction, int sources) {
        @Nullable Operation found =
                Operations.find(instruction.opcode(), instruction.modifiers(), sources);
        if (found == null) {
            throw LoweringRefusal.unsupported();
        }
        return found;
    }

    static void requireSources(Operation operation, int sources) {
        if (operation.sources().size() != sources) {
            throw LoweringRefusal.wrong(
                    "The instruction takes "
                            + operation.sources().size()
                            + " sources but has "
                            + sources
                            + ".");
        }
    }

    /** Reads the arguments of an operation: the operands after the target. */
    static List<Value> read(Operation operation, List<Operand> operands, LoweringContext context) {
        List<Value> arguments = new ArrayList<>();
        for (int i = 0; i < operation.sources().size(); i++) {
            arguments.add(context.values().read(operands.get(i + 1), operation.sources().get(i)));
        }
        return List.copyOf(arguments);
    }
}
