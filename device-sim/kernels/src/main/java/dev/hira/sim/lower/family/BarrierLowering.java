package dev.hira.sim.lower.family;

import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Meeting.Barrier.Kind;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.InstructionModifiers;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lowers barriers of blocks and of warps. */
final class BarrierLowering {
    private BarrierLowering() {}

    static void lower(Instruction instruction, LoweringContext context) {
        InstructionModifiers words = new InstructionModifiers(instruction);
        words.take(".cta");
        boolean aligned = words.take(".aligned") || instruction.opcode().equals("bar");
        if (words.take(".warp")) {
            words.take(".sync");
            words.requireNothingLeft();
            Value mask = number(instruction.operands(), 0, context);
            context.code().meet(new Meeting.WarpBarrier(mask));
        } else if (words.take(".red")) {
            reduce(instruction, words, aligned, context);
        } else {
            Kind kind = words.take(".arrive") ? Kind.ARRIVE : Kind.SYNC;
            words.take(".sync");
            words.requireNothingLeft();
            List<Operand> operands = instruction.operands();
            context.code()
                    .meet(
                            new Meeting.Barrier(
                                    number(operands, 0, context),
                                    operands.size() > 1 ? number(operands, 1, context) : null,
                                    kind,
                                    aligned,
                                    null,
                                    null));
        }
    }

    private static void reduce(
            Instruction instruction,
            InstructionModifiers words,
            boolean aligned,
            LoweringContext context) {
        Kind kind =
                switch (words.takeOneOf(".popc", ".and", ".or")) {
                    case ".popc" -> Kind.POPC;
                    case ".and" -> Kind.AND;
                    case ".or" -> Kind.OR;
                    case null, default -> throw LoweringRefusal.unsupported();
                };
        words.takeType();
        words.requireNothingLeft();
        List<Operand> operands = instruction.operands();
        if (operands.size() < 3) {
            throw LoweringRefusal.wrong(
                    "The instruction takes a result, a barrier and a predicate.");
        }
        ScalarType type = kind == Kind.POPC ? ScalarType.U32 : ScalarType.PRED;
        Value number = number(operands, 1, context);
        @Nullable Value count = operands.size() > 3 ? number(operands, 2, context) : null;
        Value predicate = context.values().predicate(operands.getLast());
        List<Runnable> afterwards = new ArrayList<>();
        @Nullable Register target = context.targets().gather(operands.getFirst(), type, afterwards);
        context.code().meet(new Meeting.Barrier(number, count, kind, aligned, predicate, target));
        afterwards.forEach(Runnable::run);
    }

    private static Value number(List<Operand> operands, int index, LoweringContext context) {
        if (operands.size() <= index) {
            throw LoweringRefusal.wrong("The instruction names no barrier or no lanes.");
        }
        return context.values().read(operands.get(index), ScalarType.U32);
    }
}
