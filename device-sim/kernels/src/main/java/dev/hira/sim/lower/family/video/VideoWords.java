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
import org.jspecify.annotations.Nullable;

/**
 * Lowers video instructions on words, computed exactly in 64 bits. Sources may differ in signedness
 * and be parts of registers; the result may replace a part of a register.
 */
public final class VideoWords {
    private final LoweringContext context;
    private final List<Operand> operands;
    private final WideArithmetic wide;

    private VideoWords(Instruction instruction, LoweringContext context) {
        this.context = context;
        this.operands = instruction.operands();
        this.wide = new WideArithmetic(context.conversions());
    }

    public static void lower(Instruction instruction, LoweringContext context) {
        new VideoWords(instruction, context)
                .lower(instruction.opcode(), new InstructionModifiers(instruction));
    }

    private void lower(String opcode, InstructionModifiers words) {
        ScalarType b = type(words);
        ScalarType a = type(words);
        boolean compares = opcode.equals("vset");
        ScalarType result = compares ? ScalarType.U32 : type(words);
        boolean saturates = !compares && words.take(".sat");
        Value computed =
                switch (opcode) {
                    case "vset" -> wide.compared(comparison(words), source(1, a), source(2, b));
                    case "vshl", "vshr" -> shifted(opcode, words, a, b);
                    default -> wide.compute(opcode.substring(1), source(1, a), source(2, b));
                };
        boolean unsigned = opcode.equals("vshl") && a == ScalarType.U32;
        @Nullable String second = words.takeOneOf(".add", ".min", ".max");
        words.requireNothingLeft();
        VideoLowering.@Nullable Part part = VideoLowering.part(operands.getFirst());
        requireOperands(second != null || part != null);
        if (saturates) {
            int bits = part == null ? Integer.SIZE : part.bits();
            computed = wide.clamped(computed, unsigned, result, bits);
        }
        Value low = context.conversions().fit(computed, ScalarType.B32);
        if (part != null) {
            if (second != null) {
                throw LoweringRefusal.unsupported();
            }
            merge(low, part);
        } else {
            finish(low, second, result);
        }
    }

    /** Takes the type of a source or result. */
    static ScalarType type(InstructionModifiers words) {
        ScalarType type = words.takeType();
        if (type != ScalarType.U32 && type != ScalarType.S32) {
            throw LoweringRefusal.unsupported();
        }
        return type;
    }

    /** Takes the comparison operator. */
    static String comparison(InstructionModifiers words) {
        String found = words.takeOneOf(".eq", ".ne", ".lt", ".le", ".gt", ".ge");
        if (found == null) {
            throw LoweringRefusal.unsupported();
        }
        return found;
    }

    private Value source(int index, ScalarType type) {
        return wide.of(VideoLowering.read(operands.get(index), type, context), type);
    }

    private Value shifted(String opcode, InstructionModifiers words, ScalarType a, ScalarType b) {
        @Nullable String mode = words.takeOneOf(".clamp", ".wrap");
        if (mode == null || b != ScalarType.U32) {
            throw LoweringRefusal.unsupported();
        }
        Value by = VideoLowering.read(operands.get(2), b, context);
        return wide.shifted(opcode.equals("vshl"), source(1, a), by, mode.equals(".clamp"));
    }

    private void requireOperands(boolean third) {
        if (operands.size() != (third ? 4 : 3)) {
            throw LoweringRefusal.wrong(
                    third
                            ? "A second operation, or a part as target, needs a third source."
                            : "The instruction does not use a third source.");
        }
    }

    private void finish(Value low, @Nullable String second, ScalarType type) {
        Value result = low;
        if (second != null) {
            Value third = context.values().read(operands.get(3), type);
            result =
                    context.conversions()
                            .compute(
                                    Coercions.operation(second.substring(1), type.suffix()),
                                    low,
                                    third);
        }
        context.targets().move(operands.getFirst(), result, type);
    }

    /** Writes the third source with the result in place of one of its parts. */
    private void merge(Value low, VideoLowering.Part part) {
        Value merged =
                context.conversions()
                        .compute(
                                Coercions.operation("bfi", ".b32"),
                                low,
                                context.values().read(operands.get(3), ScalarType.B32),
                                new Value.Constant(part.position(), Carrier.INT),
                                new Value.Constant(part.bits(), Carrier.INT));
        context.targets()
                .move(new Operand.Name(part.name(), part.offset()), merged, ScalarType.B32);
    }
}
