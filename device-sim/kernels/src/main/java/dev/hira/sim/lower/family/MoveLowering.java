package dev.hira.sim.lower.family;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.Windows;
import dev.hira.sim.lower.build.Binding;
import dev.hira.sim.lower.build.Coercions;
import dev.hira.sim.lower.build.InstructionModifiers;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.lower.build.SpaceNames;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.StateSpace;
import dev.hira.sim.ptx.model.Statement.Instruction;
import dev.hira.sim.ptx.model.Variable;
import java.util.List;

/** Lowers moves, with packing and unpacking of vectors, and conversions of addresses. */
final class MoveLowering {
    private MoveLowering() {}

    static void move(Instruction instruction, LoweringContext context) {
        InstructionModifiers words = new InstructionModifiers(instruction);
        ScalarType type = words.takeTypeOrPair();
        words.take(".v2");
        words.take(".v4");
        words.requireNothingLeft();
        Operand target = instruction.operands().get(0);
        Operand source = instruction.operands().get(1);
        if (type == ScalarType.B128) {
            LongPairLowering.move(target, source, context);
            return;
        }
        List<Operand> targets = context.values().elements(target);
        List<Operand> sources = context.values().elements(source);
        if (targets.size() == sources.size()) {
            moveEach(targets, sources, type, context);
        } else if (targets.size() == 1) {
            RegisterPacking.pack(target, sources, type, context);
        } else if (sources.size() == 1) {
            RegisterPacking.unpack(targets, source, type, context);
        } else {
            throw LoweringRefusal.wrong(
                    "The instruction moves between vectors of different lengths.");
        }
    }

    /** All sources are read before any target is written, since a register may be both. */
    private static void moveEach(
            List<Operand> targets,
            List<Operand> sources,
            ScalarType type,
            LoweringContext context) {
        if (targets.size() == 1) {
            Value value = context.values().read(sources.getFirst(), type);
            context.targets()
                    .make(
                            targets.getFirst(),
                            type,
                            register -> new Step.Move(register, value, context.code().at()));
            return;
        }
        List<Value> values = sources.stream().map(s -> copied(s, type, context)).toList();
        for (int i = 0; i < values.size(); i++) {
            context.targets().move(targets.get(i), values.get(i), type);
        }
    }

    private static Value copied(Operand source, ScalarType type, LoweringContext context) {
        var copy = context.code().temporary(type);
        Value value = context.values().read(source, type);
        context.code().add(new Step.Move(copy, value, context.code().at()));
        return copy;
    }

    /** Converts an address between the generic space and another. */
    static void convertAddress(Instruction instruction, LoweringContext context) {
        InstructionModifiers words = new InstructionModifiers(instruction);
        ScalarType type = words.takeType();
        boolean fromGeneric = words.take(".to");
        Space space = SpaceNames.take(words, context);
        words.requireNothingLeft();
        Value address = context.values().read(instruction.operands().get(1), type);
        Value converted =
                fromGeneric
                        ? context.values().fromGeneric(space, address)
                        : context.values().toGeneric(space, address);
        context.targets().move(instruction.operands().getFirst(), converted, type);
    }

    /** Constants are in the global space, so no address counts as one in the constant space. */
    static void isInSpace(Instruction instruction, LoweringContext context) {
        InstructionModifiers words = new InstructionModifiers(instruction);
        boolean constant = words.take(".const");
        Space space = constant ? Space.GLOBAL : SpaceNames.take(words, context);
        words.requireNothingLeft();
        Value address = context.values().read(instruction.operands().get(1), ScalarType.B64);
        Value result =
                constant
                        ? isConstant(address, context)
                        : isInside(space, address, context.conversions());
        if (space == Space.GLOBAL && !constant) {
            result = butNot(result, isConstant(address, context), context.conversions());
        }
        context.targets().move(instruction.operands().getFirst(), result, ScalarType.PRED);
    }

    private static Value butNot(Value value, Value unless, Coercions conversions) {
        return unless instanceof Value.Constant
                ? value
                : conversions.compute(
                        Coercions.operation("and", ".pred"), value, conversions.not(unless));
    }

    /** Constant variables are among the global ones, each in a range of its own. */
    private static Value isConstant(Value address, LoweringContext context) {
        Coercions conversions = context.conversions();
        Value result = new Value.Constant(0, Carrier.BOOLEAN);
        for (Variable variable : context.links().module().variables().values()) {
            if (variable.space() == StateSpace.CONST
                    && context.links().find(variable.name())
                            instanceof Binding.Placed(_, Value begin)) {
                Value distance =
                        conversions.compute(Coercions.operation("sub", ".u64"), address, begin);
                Value inside =
                        conversions.compute(
                                Coercions.operation("setp", ".lt", ".u64"),
                                distance,
                                new Value.Constant(variable.bytes(), Carrier.LONG));
                result =
                        result instanceof Value.Constant
                                ? inside
                                : conversions.compute(
                                        Coercions.operation("or", ".pred"), result, inside);
            }
        }
        return result;
    }

    private static Value isInside(Space space, Value address, Coercions conversions) {
        boolean global = space == Space.GLOBAL;
        long first = global ? Windows.SHARED : Windows.of(space);
        long bytes = global ? Windows.PARAM + Windows.BYTES - first : Windows.BYTES;
        Value distance =
                conversions.compute(
                        Coercions.operation("sub", ".u64"),
                        address,
                        new Value.Constant(first, Carrier.LONG));
        return conversions.compute(
                Coercions.operation("setp", global ? ".ge" : ".lt", ".u64"),
                distance,
                new Value.Constant(bytes, Carrier.LONG));
    }
}
