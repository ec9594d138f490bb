package dev.hira.sim.lower.family;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.Coercions;
import dev.hira.sim.lower.build.InstructionModifiers;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.ops.Operation;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lowers comparisons, with the predicate that may combine with them, and selections. */
final class PredicateLowering {
    private PredicateLowering() {}

    static void compare(Instruction instruction, LoweringContext context) {
        List<Operand> operands = instruction.operands();
        ScalarType type = instruction.lastType();
        if (type != null && type.kind() == ScalarType.Kind.PAIR) {
            comparePairs(instruction, context);
            return;
        }
        List<String> modifiers = instruction.modifiers();
        @Nullable String combination = combination(instruction);
        Operand target = operands.getFirst();
        boolean plain = combination == null && !ComparisonBuilder.flushes(modifiers);
        if (plain && !(target instanceof Operand.Pair)) {
            Operation operation = ComparisonBuilder.operation(modifiers);
            context.targets()
                    .compute(
                            target,
                            operation,
                            ArithmeticLowering.read(operation, operands, context));
            return;
        }
        Value holds = ComparisonBuilder.holds(modifiers, operands, context);
        if (target instanceof Operand.Pair(Operand first, Operand second)) {
            Value fails = context.conversions().not(holds);
            Value one = combined(combination, holds, operands, 3, context);
            Value other = combined(combination, fails, operands, 3, context);
            context.targets().move(first, one, ScalarType.PRED);
            context.targets().move(second, other, ScalarType.PRED);
        } else {
            Value one = combined(combination, holds, operands, 3, context);
            context.targets().move(target, one, ScalarType.PRED);
        }
    }

    /**
     * The first result is that of the low halves; the second, if wanted, that of the high halves.
     */
    private static void comparePairs(Instruction instruction, LoweringContext context) {
        Operand target = instruction.operands().getFirst();
        boolean both = target instanceof Operand.Pair;
        Operand first = target instanceof Operand.Pair(Operand low, _) ? low : target;
        Operand second =
                target instanceof Operand.Pair(_, Operand high) ? high : new Operand.Sink();
        Value lower = comparedHalf(instruction, instruction.modifiers(), false, context);
        Value upper =
                both ? comparedHalf(instruction, instruction.modifiers(), true, context) : lower;
        context.targets().move(first, lower, ScalarType.PRED);
        context.targets().move(second, upper, ScalarType.PRED);
    }

    private static Value comparedHalf(
            Instruction instruction,
            List<String> modifiers,
            boolean high,
            LoweringContext context) {
        Value holds = ComparisonBuilder.holds(modifiers, instruction.operands(), high, context);
        return combined(combination(instruction), holds, instruction.operands(), 3, context);
    }

    private static @Nullable String combination(Instruction instruction) {
        for (String operator : List.of(".and", ".or", ".xor")) {
            if (instruction.modifiers().contains(operator)) {
                return operator;
            }
        }
        return null;
    }

    private static Value combined(
            @Nullable String operator,
            Value value,
            List<Operand> operands,
            int index,
            LoweringContext context) {
        if (operator == null) {
            return value;
        }
        if (operands.size() <= index) {
            throw LoweringRefusal.wrong("There is no predicate to combine with.");
        }
        Value with = context.values().predicate(operands.get(index));
        return context.conversions()
                .compute(Coercions.operation(operator.substring(1), ".pred"), value, with);
    }

    /** Lowers set, which is setp with a number as its result. */
    static void set(Instruction instruction, LoweringContext context) {
        List<String> modifiers = new ArrayList<>(instruction.modifiers());
        @Nullable String combination = combination(instruction);
        modifiers.remove(combination);
        ScalarType result = firstType(modifiers);
        modifiers.remove(result.suffix());
        if (modifiers.contains(".f16x2") || modifiers.contains(".bf16x2")) {
            setPairs(instruction, modifiers, result, context);
            return;
        }
        Value holds = ComparisonBuilder.holds(modifiers, instruction.operands(), context);
        Value condition = combined(combination, holds, instruction.operands(), 3, context);
        Carrier carrier = Carrier.of(result);
        Value yes = new Value.Constant(truth(result), carrier);
        Value no = new Value.Constant(0, carrier);
        context.targets()
                .make(
                        instruction.operands().getFirst(),
                        result,
                        register ->
                                new Step.Select(register, condition, yes, no, context.code().at()));
    }

    /** Packs two results into a word; each is one or all ones when its comparison holds. */
    private static void setPairs(
            Instruction instruction,
            List<String> modifiers,
            ScalarType result,
            LoweringContext context) {
        if (combination(instruction) == null && !ComparisonBuilder.flushes(modifiers)) {
            ArithmeticLowering.lower(instruction, context);
            return;
        }
        long truth = result.kind() == ScalarType.Kind.PAIR ? truth(half(result)) : 0xFFFF;
        Value low = comparedHalf(instruction, modifiers, false, context);
        Value high = comparedHalf(instruction, modifiers, true, context);
        context.targets()
                .compute(
                        instruction.operands().getFirst(),
                        Coercions.operation("or", ".b32"),
                        List.of(chosen(low, truth, context), chosen(high, truth << 16, context)));
    }

    private static ScalarType half(ScalarType pair) {
        return pair == ScalarType.F16X2 ? ScalarType.F16 : ScalarType.BF16;
    }

    private static Value chosen(Value condition, long truth, LoweringContext context) {
        Register chosen = context.code().temporary(ScalarType.B32);
        Value yes = new Value.Constant(truth, Carrier.INT);
        Value no = new Value.Constant(0, Carrier.INT);
        context.code().add(new Step.Select(chosen, condition, yes, no, context.code().at()));
        return chosen;
    }

    private static ScalarType firstType(List<String> modifiers) {
        for (String modifier : modifiers) {
            @Nullable ScalarType type = ScalarType.of(modifier);
            if (type != null) {
                return type;
            }
        }
        throw LoweringRefusal.wrong("The instruction names no type.");
    }

    /**
     * Returns the value of a true comparison: 1.0 for a floating-point type, otherwise all ones.
     */
    private static long truth(ScalarType type) {
        return switch (type) {
            case F16 -> 0x3C00;
            case BF16 -> 0x3F80;
            case F32 -> 0x3F80_0000;
            case F64 -> 0x3FF0_0000_0000_0000L;
            default -> Coercions.mask(type);
        };
    }

    static void select(Instruction instruction, LoweringContext context) {
        InstructionModifiers words = new InstructionModifiers(instruction);
        ScalarType type = words.takeType();
        words.requireNothingLeft();
        List<Operand> operands = instruction.operands();
        Value ifTrue = context.values().read(operands.get(1), type);
        Value ifFalse = context.values().read(operands.get(2), type);
        Value condition = context.values().predicate(operands.get(3));
        context.targets()
                .make(
                        operands.getFirst(),
                        type,
                        register ->
                                new Step.Select(
                                        register, condition, ifTrue, ifFalse, context.code().at()));
    }

    /**
     * Lowers logic by a table of bits; a second target receives whether any bit of the result is
     * set.
     */
    static void tableLogic(Instruction instruction, LoweringContext context) {
        List<Operand> operands = instruction.operands();
        @Nullable String combination = combination(instruction);
        if (combination == null) {
            ArithmeticLowering.lower(instruction, context);
            return;
        }
        if (!(operands.getFirst() instanceof Operand.Pair(Operand number, Operand predicate))) {
            throw LoweringRefusal.wrong("With " + combination + " it needs two results.");
        }
        Operation operation = ArithmeticLowering.operation(instruction, 4);
        List<Value> arguments = ArithmeticLowering.read(operation, operands, context);
        Value result = context.conversions().compute(operation, arguments.toArray(Value[]::new));
        Value any =
                context.conversions()
                        .compute(
                                Coercions.operation("setp", ".ne", ".u32"),
                                result,
                                new Value.Constant(0, Carrier.INT));
        Value combined = combined(combination, any, operands, 5, context);
        context.targets().move(number, result, ScalarType.B32);
        context.targets().move(predicate, combined, ScalarType.PRED);
    }
}
