package dev.hira.sim.lower.family;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.ptx.ScalarType;
import dev.hira.sim.ptx.Statement.Instruction;

/** Instructions about caches, time and order, of which little is left on this device. */
final class HintLowering {
    private HintLowering() {}

    /** Drops what changes no result. */
    static void ignored(Instruction instruction, LoweringContext context) {
        if (instruction.modifiers().contains(".tensormap")) {
            throw LoweringRefusal.unsupported();
        }
    }

    /** Every fence orders all accesses. */
    static void fence(Instruction instruction, LoweringContext context) {
        context.code().add(new Step.Fence(context.code().at()));
    }

    /** A cache policy is a number that nothing depends on. */
    static void policy(Instruction instruction, LoweringContext context) {
        context.targets()
                .move(
                        instruction.operands().getFirst(),
                        new Value.Constant(0, Carrier.LONG),
                        ScalarType.B64);
    }
}
