package dev.hira.sim.lower.family;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement.Instruction;

/** Lowers instructions about caches, time and memory order; most have no effect on this device. */
final class HintLowering {
    private HintLowering() {}

    /** Drops an instruction that changes no result. */
    static void ignored(Instruction instruction, LoweringContext context) {
        if (instruction.modifiers().contains(".tensormap")) {
            throw LoweringRefusal.unsupported();
        }
    }

    /** Adds a fence; every fence orders all accesses. */
    static void fence(Instruction instruction, LoweringContext context) {
        context.code().add(new Step.Fence(context.code().at()));
    }

    /** Writes a cache policy, a number that affects nothing. */
    static void policy(Instruction instruction, LoweringContext context) {
        context.targets()
                .move(
                        instruction.operands().getFirst(),
                        new Value.Constant(0, Carrier.LONG),
                        ScalarType.B64);
    }
}
