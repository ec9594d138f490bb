package dev.hira.sim.lower.family.video;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.Coercions;
import dev.hira.sim.lower.build.InstructionModifiers;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.lower.build.WideArithmetic;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.util.List;

/**
 * Lowers the video instruction vmad: an exact product and sum. Sources may be negated, one may be
 * added, and the result may be shifted and clamped. The sources decide whether the result is
 * signed.
 */
public final class VideoProducts {
    /** A product so large that it is clamped after any addition and shift. */
    private static final long LARGE = 1L << 62;

    private final LoweringContext context;
    private final WideArithmetic wide;
    private final List<Operand> operands;

    private VideoProducts(Instruction instruction, LoweringContext context) {
        this.context = context;
        this.wide = new WideArithmetic(context.conversions());
        this.operands = instruction.operands();
    }

    public static void lower(Instruction instruction, LoweringContext context) {
        new VideoProducts(instruction, context).lower(new InstructionModifiers(instruction));
    }

    private void lower(InstructionModifiers words) {
        ScalarType b = type(words);
        ScalarType a = type(words);
        ScalarType result = type(words);
        boolean plusOne = words.take(".po");
        boolean saturates = words.take(".sat");
        int scale = words.take(".shr7") ? 7 : words.take(".shr15") ? 15 : 0;
        words.requireNothingLeft();
        boolean turned = isNegated(1) != isNegated(2);
        boolean lessThird = isNegated(3);
        boolean mixed = (plusOne || turned) && lessThird;
        if (mixed || (plusOne && (isNegated(1) || isNegated(2)))) {
            throw LoweringRefusal.wrong(
                    "The instruction can negate the product or the third source, or add one.");
        }
        boolean unsigned = a == ScalarType.U32 && b == ScalarType.U32;
        boolean signed = !unsigned || turned || lessThird;
        Value product = wide.product(source(1, a), source(2, b));
        if (unsigned && signed && saturates) {
            product = wide.unsigned("min", product, WideArithmetic.constant(LARGE));
        }
        Value sum = wide.compute("add", turned ? wide.not(product) : product, third(signed));
        if (plusOne || turned || lessThird) {
            sum = wide.compute("add", sum, WideArithmetic.constant(1));
        }
        Value scaled = scale == 0 ? sum : shifted(sum, scale, signed);
        if (saturates) {
            ScalarType range = signed ? ScalarType.S32 : ScalarType.U32;
            scaled = wide.clamped(scaled, !signed, range, Integer.SIZE);
        }
        Value low = context.conversions().fit(scaled, ScalarType.B32);
        context.targets().move(operands.getFirst(), low, result);
    }

    private static ScalarType type(InstructionModifiers words) {
        ScalarType type = words.takeType();
        if (type != ScalarType.U32 && type != ScalarType.S32) {
            throw LoweringRefusal.unsupported();
        }
        return type;
    }

    private boolean isNegated(int index) {
        return operands.get(index) instanceof Operand.Turned;
    }

    private Operand plain(int index) {
        return operands.get(index) instanceof Operand.Turned(_, Operand inner)
                ? inner
                : operands.get(index);
    }

    private Value source(int index, ScalarType type) {
        return wide.of(VideoLowering.read(plain(index), type, context), type);
    }

    /** Returns the third source, or its negative minus one. */
    private Value third(boolean signed) {
        Value word = context.values().read(plain(3), ScalarType.B32);
        Value turned =
                isNegated(3)
                        ? context.conversions().compute(Coercions.operation("not", ".b32"), word)
                        : word;
        return wide.of(turned, signed ? ScalarType.S32 : ScalarType.U32);
    }

    private Value shifted(Value sum, int by, boolean signed) {
        return context.conversions()
                .compute(
                        Coercions.operation("shr", signed ? ".s64" : ".u64"),
                        sum,
                        new Value.Constant(by, Carrier.INT));
    }
}
