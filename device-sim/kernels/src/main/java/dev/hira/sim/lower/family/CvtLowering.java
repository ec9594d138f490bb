package dev.hira.sim.lower.family;

import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.Coercions;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.ops.Operation;
import dev.hira.sim.ops.Operations;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lowers conversions; some conversions to f16 are clamped in a step of their own. */
final class CvtLowering {
    private static final String CLAMP = ".sat";

    private CvtLowering() {}

    static void lower(Instruction instruction, LoweringContext context) {
        List<String> modifiers = instruction.modifiers();
        int sources = instruction.operands().size() - 1;
        @Nullable Operation whole = Operations.find("cvt", modifiers, sources);
        @Nullable Operation unclamped = whole == null ? unclamped(modifiers) : null;
        if (unclamped == null) {
            ArithmeticLowering.lower(instruction, context);
            return;
        }
        ArithmeticLowering.requireSources(unclamped, sources);
        Value[] arguments =
                ArithmeticLowering.read(unclamped, instruction.operands(), context)
                        .toArray(Value[]::new);
        Value converted = context.conversions().compute(unclamped, arguments);
        context.targets()
                .compute(
                        instruction.operands().getFirst(),
                        Coercions.operation("cvt", CLAMP, ".f16", ".f16"),
                        List.of(converted));
    }

    /** Returns the same conversion to f16 without clamping, or null. */
    private static @Nullable Operation unclamped(List<String> modifiers) {
        @Nullable Operation found =
                modifiers.contains(CLAMP)
                        ? Operations.find(
                                "cvt", modifiers.stream().filter(m -> !m.equals(CLAMP)).toList())
                        : null;
        return found != null && found.result() == ScalarType.F16 ? found : null;
    }
}
