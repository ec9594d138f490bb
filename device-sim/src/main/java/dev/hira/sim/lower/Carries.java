package dev.hira.sim.lower;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.ops.Operation;
import dev.hira.sim.ptx.Operand;
import dev.hira.sim.ptx.ScalarType;
import dev.hira.sim.ptx.Statement.Instruction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sums, differences and products that take a carry or leave one. The carry is a predicate of the
 * routine; what is left of a difference is the borrow.
 */
final class Carries {
    private Carries() {}

    static void lower(Instruction instruction, Context context) {
        Words words = new Words(instruction);
        boolean leaves = words.take(".cc");
        ScalarType type = words.takeType();
        ScalarType unsigned = type.bits() == 64 ? ScalarType.U64 : ScalarType.U32;
        if (type.bits() < 32 || type.kind() == ScalarType.Kind.FLOAT) {
            throw Refusal.unsupported();
        }
        String opcode = instruction.opcode();
        boolean takes = opcode.endsWith("c");
        String half = opcode.startsWith("mad") ? words.takeOneOf(".lo", ".hi") : null;
        words.requireNothingLeft();
        List<Operand> operands = instruction.operands();
        Value first = first(operands, half, type, context);
        Value second = context.values().read(operands.getLast(), unsigned);
        Chain chain = new Chain(unsigned, opcode.startsWith("sub"), context);
        chain.apply(first, second, takes, leaves, operands.getFirst());
    }

    private static Value first(
            List<Operand> operands, @Nullable String half, ScalarType type, Context context) {
        Value factor = context.values().read(operands.get(1), type);
        if (half == null) {
            return factor;
        }
        Value other = context.values().read(operands.get(2), type);
        return context.conversions()
                .compute(Conversions.operation("mul", half, type.suffix()), factor, other);
    }

    /** A sum or difference of one width. */
    private record Chain(ScalarType type, boolean difference, Context context) {
        void apply(Value a, Value b, boolean takes, boolean leaves, Operand target) {
            Conversions conversions = context.conversions();
            Register carry = context.results().carry();
            Register partial = conversions.compute(sum(), a, b);
            Register total = takes ? conversions.compute(sum(), partial, number(carry)) : partial;
            if (leaves) {
                Value out = carryOut(a, b, partial);
                if (takes) {
                    Value more = carryOut(partial, number(carry), total);
                    out = conversions.compute(Conversions.operation("or", ".pred"), out, more);
                }
                context.targets().move(target, total, type);
                context.code().add(new Step.Move(carry, out, context.code().at()));
            } else {
                context.targets().move(target, total, type);
            }
        }

        private Operation sum() {
            return Conversions.operation(difference ? "sub" : "add", type.suffix());
        }

        private Value carryOut(Value a, Value b, Value result) {
            Operation less = Conversions.operation("setp", ".lt", type.suffix());
            return difference
                    ? context.conversions().compute(less, a, b)
                    : context.conversions().compute(less, result, a);
        }

        private Value number(Register carry) {
            Carrier carrier = Carrier.of(type);
            Register number = context.code().temporary(type);
            context.code()
                    .add(
                            new Step.Select(
                                    number,
                                    carry,
                                    new Value.Constant(1, carrier),
                                    new Value.Constant(0, carrier),
                                    context.code().at()));
            return number;
        }
    }
}
