package dev.hira.sim.lower.family;

import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.lower.build.RoutineBuilder;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement;
import dev.hira.sim.ptx.model.Statement.Guard;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.util.List;

/** Lowers branches and exits. */
public final class ControlLowering {
    private ControlLowering() {}

    static void branch(Instruction instruction, LoweringContext context) {
        RoutineBuilder code = context.code();
        code.end(new Exit.Jump(target(instruction, context), code.at()));
    }

    /**
     * Lowers a branch on a predicate, the only instruction that acts on both outcomes of its guard.
     */
    public static void branch(Instruction instruction, Guard guard, LoweringContext context) {
        RoutineBuilder code = context.code();
        Value predicate =
                context.values().predicate(new Operand.Name(guard.predicate(), guard.offset()));
        int target = target(instruction, context);
        int behind = code.newBlock();
        code.end(
                guard.negated()
                        ? new Exit.Branch(predicate, behind, target, code.at())
                        : new Exit.Branch(predicate, target, behind, code.at()));
        code.enter(behind);
    }

    private static int target(Instruction instruction, LoweringContext context) {
        if (instruction.operands().getFirst() instanceof Operand.Name(String label, _)) {
            return context.names().block(label);
        }
        throw LoweringRefusal.wrong("A branch needs a label.");
    }

    static void indexedBranch(Instruction instruction, LoweringContext context) {
        if (!(instruction.operands().get(1) instanceof Operand.Name(String name, _))
                || !(context.names().list(name) instanceof Statement.BranchTargets targets)) {
            throw LoweringRefusal.wrong("Its second operand must name a list of .branchtargets.");
        }
        Value index = context.values().read(instruction.operands().getFirst(), ScalarType.U32);
        List<Integer> blocks =
                targets.labels().stream().map(label -> context.names().block(label)).toList();
        context.code().end(new Exit.Switch(index, blocks, context.code().at()));
    }

    /** Without a debugger, a breakpoint ends the kernel as a trap does. */
    static void end(Instruction instruction, LoweringContext context) {
        RoutineBuilder code = context.code();
        switch (instruction.opcode()) {
            case "ret" -> {
                context.results().gather();
                code.end(new Exit.Return(code.at()));
            }
            case "exit" -> code.end(new Exit.Quit(code.at()));
            default -> code.end(new Exit.Trap(code.at()));
        }
    }
}
