package dev.hira.sim.lower.family;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Step.Builtin;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.InstructionModifiers;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.util.List;

/** Lowers instructions that use the thread's stack outside its frames. */
final class StackLowering {
    private static final long DEFAULT_ALIGN = 8;

    private StackLowering() {}

    static void lower(Instruction instruction, LoweringContext context) {
        InstructionModifiers words = new InstructionModifiers(instruction);
        ScalarType type = words.takeType();
        words.requireNothingLeft();
        List<Operand> operands = instruction.operands();
        switch (instruction.opcode()) {
            case "alloca" -> {
                Value bytes = context.values().read(operands.get(1), type);
                Value wide = context.conversions().extend(bytes, type, ScalarType.U64);
                Value align =
                        operands.size() > 2
                                ? context.values().read(operands.get(2), ScalarType.U32)
                                : new Value.Constant(DEFAULT_ALIGN, Carrier.INT);
                call(Builtin.ALLOCA, List.of(wide, align), operands.getFirst(), type, context);
            }
            case "stacksave" ->
                    call(Builtin.STACK_SAVE, List.of(), operands.getFirst(), type, context);
            default -> {
                Value saved = context.values().read(operands.getFirst(), type);
                Value wide = context.conversions().extend(saved, type, ScalarType.U64);
                int at = context.code().at();
                context.code()
                        .add(new Step.BuiltinCall(Builtin.STACK_RESTORE, List.of(wide), null, at));
            }
        }
    }

    private static void call(
            Builtin builtin,
            List<Value> arguments,
            Operand target,
            ScalarType type,
            LoweringContext context) {
        int at = context.code().at();
        Register address = context.code().temporary(ScalarType.U64);
        context.code().add(new Step.BuiltinCall(builtin, arguments, address, at));
        Value fitting = context.conversions().fit(address, type);
        context.targets().move(target, fitting, type);
    }
}
