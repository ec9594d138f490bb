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
 * Lowers video instructions on halves or bytes of words, computed part by part with 64 bits each.
 * Sources may select their parts and differ in signedness.
 */
public final class VideoVectors {
    private final List<Operand> operands;
    private final LoweringContext context;
    private final WideArithmetic wide;
    private final String opcode;

    /** The number of parts of a word. */
    private final int parts;

    private VideoVectors(Instruction instruction, LoweringContext context) {
        this.operands = instruction.operands();
        this.context = context;
        this.wide = new WideArithmetic(context.conversions());
        int end = instruction.opcode().length() - 1;
        this.opcode = instruction.opcode().substring(1, end);
        this.parts = instruction.opcode().charAt(end) - '0';
    }

    public static void lower(Instruction instruction, LoweringContext context) {
        new VideoVectors(instruction, context).lower(new InstructionModifiers(instruction));
    }

    private void lower(InstructionModifiers words) {
        ScalarType b = VideoWords.type(words);
        ScalarType a = VideoWords.type(words);
        boolean compares = opcode.equals("set");
        ScalarType result = compares ? ScalarType.U32 : VideoWords.type(words);
        String compute = compares ? VideoWords.comparison(words) : opcode;
        boolean saturates = !compares && words.take(".sat");
        boolean adds = words.take(".add");
        words.requireNothingLeft();
        int[] left = selector(operands.get(1), 0);
        int[] right = selector(operands.get(2), parts);
        boolean[] wanted = mask(operands.getFirst());
        Value all = context.values().read(operands.get(3), ScalarType.B32);
        for (int part = 0; part < parts; part++) {
            if (wanted[part]) {
                Value one = computed(compute, source(left[part], a), source(right[part], b));
                one = saturates ? wide.clamped(one, false, result, bits()) : one;
                Value low = context.conversions().fit(one, ScalarType.B32);
                all = adds ? sum(all, low) : merged(all, low, part);
            }
        }
        context.targets().move(whole(operands.getFirst()), all, ScalarType.B32);
    }

    private int bits() {
        return Integer.SIZE / parts;
    }

    private Value computed(String compute, Value a, Value b) {
        if (compute.startsWith(".")) {
            return wide.compared(compute, a, b);
        }
        return compute.equals("avrg") ? average(a, b) : wide.compute(compute, a, b);
    }

    /** Computes half of the sum, rounded to the nearest whole number, with ties away from zero. */
    private Value average(Value a, Value b) {
        Value sum = wide.compute("add", a, b);
        Value sign = wide.shifted(false, sum, number(Integer.SIZE - 1), true);
        Value rounded =
                wide.compute("add", wide.compute("add", sum, WideArithmetic.constant(1)), sign);
        return wide.shifted(false, rounded, number(1), true);
    }

    /** Reads a part of the second or third operand, counted from the lowest part of the second. */
    private Value source(int part, ScalarType type) {
        Operand operand = whole(operands.get(part < parts ? 1 : 2));
        Value extracted =
                context.conversions()
                        .compute(
                                Coercions.operation("bfe", type.suffix()),
                                context.values().read(operand, type),
                                number(part % parts * bits()),
                                number(bits()));
        return wide.of(extracted, type);
    }

    private Value sum(Value all, Value one) {
        return context.conversions().compute(Coercions.operation("add", ".u32"), all, one);
    }

    private Value merged(Value all, Value one, int part) {
        return context.conversions()
                .compute(
                        Coercions.operation("bfi", ".b32"),
                        one,
                        all,
                        number(part * bits()),
                        number(bits()));
    }

    private static Value number(int value) {
        return new Value.Constant(value, Carrier.INT);
    }

    /**
     * Returns the parts that make up a source, lowest first; without a selector its own parts in
     * order.
     */
    private int[] selector(Operand operand, int first) {
        int[] chosen = new int[parts];
        String digits = digits(operand);
        if (!digits.isEmpty() && digits.length() != parts) {
            throw wrongParts(operand);
        }
        for (int part = 0; part < parts; part++) {
            int digit = digits.isEmpty() ? first + part : digits.charAt(parts - 1 - part) - '0';
            if (digit >= 2 * parts) {
                throw wrongParts(operand);
            }
            chosen[part] = digit;
        }
        return chosen;
    }

    /** Returns the parts of the target that receive results; without a mask all. */
    private boolean[] mask(Operand operand) {
        boolean[] wanted = new boolean[parts];
        String digits = digits(operand);
        for (int part = 0; part < parts; part++) {
            wanted[part] = digits.isEmpty() || digits.indexOf('0' + part) >= 0;
        }
        for (int i = 0; i < digits.length(); i++) {
            boolean falls = i == 0 || digits.charAt(i) < digits.charAt(i - 1);
            if (!falls || digits.charAt(i) - '0' >= parts) {
                throw wrongParts(operand);
            }
        }
        return wanted;
    }

    /** Returns the digits of a selector or mask, highest part first. */
    private String digits(Operand operand) {
        if (!(operand instanceof Operand.Component(_, String selector, _))) {
            return "";
        }
        if (!selector.matches(parts == 2 ? "\\.h\\d+" : "\\.b\\d+")) {
            throw wrongParts(operand);
        }
        return selector.substring(2);
    }

    private LoweringRefusal wrongParts(Operand operand) {
        String selector = operand instanceof Operand.Component(_, String text, _) ? text : "";
        return LoweringRefusal.wrong(
                "'"
                        + selector
                        + "' selects no valid "
                        + (parts == 2 ? "halves" : "bytes")
                        + ": a target names its own from the highest to the lowest, a source "
                        + parts
                        + " of both sources.");
    }

    private static Operand whole(Operand operand) {
        return operand instanceof Operand.Component(String name, _, int offset)
                ? new Operand.Name(name, offset)
                : operand;
    }
}
