package dev.hira.sim.lower.family;

import dev.hira.base.CountText;
import dev.hira.sim.code.Access;
import dev.hira.sim.code.Access.Order;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Step.Update;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.AddressReader;
import dev.hira.sim.lower.build.InstructionModifiers;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.lower.build.SpaceNames;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lowers atomic accesses with and without a result. Accesses to vectors are atomic element by
 * element.
 */
final class AtomicLowering {
    private AtomicLowering() {}

    /** The modifiers of an atomic access. */
    private record Manner(Space space, Update update, ScalarType type, int elements, Order order) {
        static Manner of(Instruction instruction, LoweringContext context) {
            InstructionModifiers words = new InstructionModifiers(instruction);
            Space space = SpaceNames.take(words, context);
            Order order = order(words);
            words.takeScope();
            words.take(".noftz");
            words.takeCacheHints();
            Update update = update(words);
            int elements =
                    switch (words.takeOneOf(".v2", ".v4", ".v8")) {
                        case null -> 1;
                        case String vector -> vector.charAt(2) - '0';
                    };
            ScalarType type = words.takeTypeOrPair();
            words.requireNothingLeft();
            return new Manner(space, update, type, elements, order);
        }

        private static Order order(InstructionModifiers words) {
            return switch (words.takeOneOf(".relaxed", ".acquire", ".release", ".acq_rel")) {
                case ".acquire" -> Order.ACQUIRE;
                case ".release" -> Order.RELEASE;
                case ".acq_rel" -> Order.ACQUIRE_RELEASE;
                case null, default -> Order.RELAXED;
            };
        }

        private static Update update(InstructionModifiers words) {
            @Nullable String name =
                    words.takeOneOf(
                            ".add", ".min", ".max", ".and", ".or", ".xor", ".exch", ".inc", ".dec",
                            ".cas");
            return switch (name) {
                case null -> throw LoweringRefusal.unsupported();
                case ".exch" -> Update.EXCHANGE;
                default -> Update.valueOf(name.substring(1).toUpperCase(java.util.Locale.ROOT));
            };
        }
    }

    static void atomic(Instruction instruction, LoweringContext context) {
        List<Operand> operands = instruction.operands();
        lower(instruction, operands.getFirst(), operands.subList(1, operands.size()), context);
    }

    static void reduction(Instruction instruction, LoweringContext context) {
        lower(instruction, new Operand.Sink(), instruction.operands(), context);
    }

    private static void lower(
            Instruction instruction,
            Operand target,
            List<Operand> operands,
            LoweringContext context) {
        Manner manner = Manner.of(instruction, context);
        int needed = manner.update == Update.CAS ? 2 : 1;
        if (operands.size() <= needed) {
            throw LoweringRefusal.wrong(
                    "The instruction takes "
                            + CountText.of(needed, "value")
                            + " after the address.");
        }
        if (manner.type == ScalarType.B128) {
            requireNoVector(manner);
            AddressReader.Place place =
                    AddressReader.read(operands.getFirst(), manner.space, context);
            List<Operand> sources = operands.subList(1, 1 + needed);
            LongPairLowering.atomic(target, manner.update, manner.order, place, sources, context);
            return;
        }
        List<Operand> targets =
                target instanceof Operand.Sink
                        ? java.util.Collections.nCopies(manner.elements, target)
                        : context.values().elements(target);
        AddressReader.Place place = AddressReader.read(operands.getFirst(), manner.space, context);
        List<List<Operand>> sources =
                operands.subList(1, 1 + needed).stream()
                        .map(source -> context.values().elements(source))
                        .toList();
        if (targets.size() != manner.elements
                || sources.stream().anyMatch(source -> source.size() != manner.elements)) {
            throw LoweringRefusal.wrong(
                    "Its vectors do not have " + manner.elements + " elements.");
        }
        for (int i = 0; i < manner.elements; i++) {
            int index = i;
            List<Value> values =
                    sources.stream()
                            .map(source -> context.values().read(source.get(index), manner.type))
                            .toList();
            add(
                    targets.get(i),
                    manner,
                    place.plus((long) i * manner.type.bytes()),
                    values,
                    context);
        }
    }

    private static void requireNoVector(Manner manner) {
        if (manner.elements != 1) {
            throw LoweringRefusal.wrong("The elements of a vector cannot have 128 bits.");
        }
    }

    private static void add(
            Operand target,
            Manner manner,
            AddressReader.Place place,
            List<Value> values,
            LoweringContext context) {
        Access access = new Access(place.space(), manner.type, 1, manner.order);
        add(target, manner.update, access, place, values, context);
    }

    /** Adds an update; its old value goes to an operand unless that is a sink. */
    static void add(
            Operand target,
            Update update,
            Access access,
            AddressReader.Place place,
            List<Value> values,
            LoweringContext context) {
        int at = context.code().at();
        if (target instanceof Operand.Sink) {
            context.code()
                    .add(Step.Atomic.single(null, update, access, place.address(), values, at));
            return;
        }
        context.targets()
                .make(
                        target,
                        access.type(),
                        register ->
                                Step.Atomic.single(
                                        register, update, access, place.address(), values, at));
    }
}
