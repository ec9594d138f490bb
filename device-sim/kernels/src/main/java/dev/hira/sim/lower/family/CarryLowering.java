package dev.hira.sim.lower.family;

import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.ops.Operation;
import dev.hira.sim.ops.Operations;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lowers sums, differences and products that take or leave a carry. The carry is a predicate of the
 * routine; a difference sets it when it does not borrow.
 */
final class CarryLowering {
    private CarryLowering() {}

    static void lower(Instruction instruction, LoweringContext context) {
        String opcode = instruction.opcode();
        List<String> modifiers = instruction.modifiers();
        @Nullable Operation sum = Operations.value(opcode, modifiers);
        @Nullable Operation carryOut = Operations.carryOut(opcode, modifiers);
        if (sum == null || carryOut == null) {
            throw LoweringRefusal.unsupported();
        }
        Register carry = context.results().carry();
        List<Value> arguments = arguments(sum, instruction.operands(), carry, context);
        if (!modifiers.contains(".cc")) {
            context.targets().compute(instruction.operands().getFirst(), sum, arguments);
            return;
        }
        Value[] sources = arguments.toArray(Value[]::new);
        Register total = context.conversions().compute(sum, sources);
        Register out = context.conversions().compute(carryOut, sources);
        context.targets().move(instruction.operands().getFirst(), total, sum.result());
        context.code().add(new Step.Move(carry, out, context.code().at()));
    }

    private static List<Value> arguments(
            Operation sum, List<Operand> operands, Register carry, LoweringContext context) {
        boolean takes = sum.sources().getLast() == ScalarType.PRED;
        ArithmeticLowering.requireSources(sum, operands.size() - (takes ? 0 : 1));
        List<Value> arguments = new ArrayList<>();
        for (int i = 1; i < operands.size(); i++) {
            arguments.add(context.values().read(operands.get(i), sum.sources().get(i - 1)));
        }
        if (takes) {
            arguments.add(carry);
        }
        return List.copyOf(arguments);
    }
}
