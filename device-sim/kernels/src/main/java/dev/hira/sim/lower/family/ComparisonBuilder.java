package dev.hira.sim.lower.family;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.Coercions;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.ops.Operation;
import dev.hira.sim.ops.Operations;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes comparisons before they are combined with a predicate. Comparisons of halves that treat
 * subnormals as zero flush the sources first.
 */
final class ComparisonBuilder {
    private static final String FLUSH = ".ftz";

    /** The half -0; adding it leaves a half unchanged except for flushing. */
    private static final int NEUTRAL = 0x8000;

    private ComparisonBuilder() {}

    /** Returns the comparison without its combining operators. */
    static Operation operation(List<String> modifiers) {
        return existing(Operations.find("setp", withoutFlush(modifiers)));
    }

    /** Returns whether the sources of a comparison must be flushed. */
    static boolean flushes(List<String> modifiers) {
        return modifiers.contains(FLUSH)
                && (modifiers.contains(".f16") || modifiers.contains(".f16x2"));
    }

    /** Computes whether the comparison holds. */
    static Value holds(List<String> modifiers, List<Operand> operands, LoweringContext context) {
        return holds(operation(modifiers), modifiers, operands, context);
    }

    /** Computes whether it holds for the low or the high halves of two pairs. */
    static Value holds(
            List<String> modifiers, List<Operand> operands, boolean high, LoweringContext context) {
        Operation half = existing(Operations.compareHalf(withoutFlush(modifiers), high));
        return holds(half, modifiers, operands, context);
    }

    private static Value holds(
            Operation operation,
            List<String> modifiers,
            List<Operand> operands,
            LoweringContext context) {
        Value[] arguments =
                ArithmeticLowering.read(operation, operands, context).stream()
                        .map(value ->
                                flushes(modifiers) ? flushed(operation, value, context) : value)
                        .toArray(Value[]::new);
        return context.conversions().compute(operation, arguments);
    }

    private static Value flushed(Operation comparison, Value value, LoweringContext context) {
        ScalarType type = comparison.sources().getFirst();
        long neutral = type == ScalarType.F16 ? NEUTRAL : NEUTRAL << 16 | NEUTRAL;
        return context.conversions()
                .compute(
                        Coercions.operation("add", FLUSH, type.suffix()),
                        value,
                        new Value.Constant(neutral & Coercions.mask(type), Carrier.INT));
    }

    private static List<String> withoutFlush(List<String> modifiers) {
        return flushes(modifiers)
                ? modifiers.stream().filter(modifier -> !modifier.equals(FLUSH)).toList()
                : modifiers;
    }

    private static Operation existing(@Nullable Operation operation) {
        if (operation == null) {
            throw LoweringRefusal.unsupported();
        }
        return operation;
    }
}
