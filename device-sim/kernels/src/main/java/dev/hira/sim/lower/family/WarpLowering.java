package dev.hira.sim.lower.family;

import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Meeting.Shuffle.From;
import dev.hira.sim.code.Meeting.Vote.Test;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step.Update;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.InstructionModifiers;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.lower.build.ResultWriter;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Lowers operations of the lanes of a warp together. */
final class WarpLowering {
    private WarpLowering() {}

    static void shuffle(Instruction instruction, LoweringContext context) {
        InstructionModifiers words = new InstructionModifiers(instruction);
        boolean sync = words.take(".sync");
        From from = From.valueOf(upper(words.takeOneOf(".up", ".down", ".bfly", ".idx")));
        ScalarType type = words.takeType();
        words.requireNothingLeft();
        if (type.bits() != 32) {
            throw LoweringRefusal.unsupported();
        }
        List<Operand> operands = instruction.operands();
        Value mask = mask(operands, 4, sync, context);
        Value value = context.values().read(operands.get(1), ScalarType.B32);
        Value lane = context.values().read(operands.get(2), ScalarType.B32);
        Value clamp = context.values().read(operands.get(3), ScalarType.B32);
        Pairing targets = Pairing.of(operands.getFirst(), ScalarType.B32, context);
        context.code()
                .meet(
                        new Meeting.Shuffle(
                                from, targets.first, targets.second, value, lane, clamp, mask));
        targets.finish();
    }

    static void vote(Instruction instruction, LoweringContext context) {
        InstructionModifiers words = new InstructionModifiers(instruction);
        boolean sync = words.take(".sync");
        @Nullable String named = words.takeOneOf(".all", ".any", ".uni", ".ballot");
        words.takeType();
        words.requireNothingLeft();
        Test test = ".uni".equals(named) ? Test.UNIFORM : Test.valueOf(upper(named));
        ScalarType type = test == Test.BALLOT ? ScalarType.B32 : ScalarType.PRED;
        List<Operand> operands = instruction.operands();
        Operand source = operands.get(1);
        boolean negated = source instanceof Operand.Turned;
        Operand plain = source instanceof Operand.Turned(_, Operand inner) ? inner : source;
        Value mask = mask(operands, 2, sync, context);
        Value predicate = context.values().predicate(plain);
        Pairing targets = Pairing.of(operands.getFirst(), type, context);
        Register target = targets.firstOr(type, context);
        context.code().meet(new Meeting.Vote(test, target, predicate, negated, mask));
        targets.finish();
    }

    static void match(Instruction instruction, LoweringContext context) {
        InstructionModifiers words = new InstructionModifiers(instruction);
        words.take(".sync");
        boolean all = ".all".equals(words.takeOneOf(".all", ".any"));
        ScalarType type = words.takeType();
        words.requireNothingLeft();
        List<Operand> operands = instruction.operands();
        Value value = context.values().read(operands.get(1), bits(type));
        Value mask = context.values().read(operands.get(2), ScalarType.B32);
        Pairing targets = Pairing.of(operands.getFirst(), ScalarType.B32, context);
        context.code().meet(new Meeting.Match(all, targets.first, targets.second, value, mask));
        targets.finish();
    }

    private static ScalarType bits(ScalarType type) {
        return type.bits() == 64 ? ScalarType.B64 : ScalarType.B32;
    }

    static void activeMask(Instruction instruction, LoweringContext context) {
        Pairing targets = Pairing.of(instruction.operands().getFirst(), ScalarType.B32, context);
        context.code().meet(new Meeting.ActiveMask(targets.firstOr(ScalarType.B32, context)));
        targets.finish();
    }

    static void reduce(Instruction instruction, LoweringContext context) {
        InstructionModifiers words = new InstructionModifiers(instruction);
        words.take(".sync");
        @Nullable String named = words.takeOneOf(".add", ".min", ".max", ".and", ".or", ".xor");
        ScalarType type = words.takeType();
        words.requireNothingLeft();
        if (type.bits() != 32 || type.kind() == ScalarType.Kind.FLOAT) {
            throw LoweringRefusal.unsupported();
        }
        Update update = Update.valueOf(upper(named));
        List<Operand> operands = instruction.operands();
        Value value = context.values().read(operands.get(1), type);
        Value mask = context.values().read(operands.get(2), ScalarType.B32);
        Pairing targets = Pairing.of(operands.getFirst(), type, context);
        Register target = targets.firstOr(type, context);
        context.code().meet(new Meeting.Reduce(update, type, target, value, mask));
        targets.finish();
    }

    static void elect(Instruction instruction, LoweringContext context) {
        Value mask = context.values().read(instruction.operands().get(1), ScalarType.B32);
        Pairing targets = Pairing.of(instruction.operands().getFirst(), ScalarType.B32, context);
        context.code().meet(new Meeting.Elect(targets.first, targets.second, mask));
        targets.finish();
    }

    private static String upper(@Nullable String modifier) {
        if (modifier == null) {
            throw LoweringRefusal.unsupported();
        }
        return modifier.substring(1).toUpperCase(Locale.ROOT);
    }

    /**
     * Reads the mask of the participating lanes; without .sync the lanes that happen to be
     * together.
     */
    private static Value mask(
            List<Operand> operands, int index, boolean sync, LoweringContext context) {
        if (sync) {
            if (operands.size() <= index) {
                throw LoweringRefusal.wrong("With .sync it needs a mask of lanes.");
            }
            return context.values().read(operands.get(index), ScalarType.B32);
        }
        Register here = context.code().temporary(ScalarType.B32);
        context.code().meet(new Meeting.ActiveMask(here));
        return here;
    }

    /** One or two targets, and the steps to run once they have their results. */
    private record Pairing(
            @Nullable Register first, @Nullable Register second, List<Runnable> afterwards) {
        static Pairing of(Operand target, ScalarType type, LoweringContext context) {
            List<Runnable> afterwards = new ArrayList<>();
            ResultWriter targets = context.targets();
            return target instanceof Operand.Pair(Operand one, Operand two)
                    ? new Pairing(
                            targets.gather(one, type, afterwards),
                            targets.gather(two, ScalarType.PRED, afterwards),
                            afterwards)
                    : new Pairing(targets.gather(target, type, afterwards), null, afterwards);
        }

        Register firstOr(ScalarType type, LoweringContext context) {
            return first == null ? context.code().temporary(type) : first;
        }

        void finish() {
            afterwards.forEach(Runnable::run);
        }
    }
}
