package dev.hira.sim.lower.family;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Access.Order;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.AddressReader;
import dev.hira.sim.lower.build.Binding;
import dev.hira.sim.lower.build.InstructionModifiers;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.lower.build.ResultWriter;
import dev.hira.sim.lower.build.SpaceNames;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lowers loads and stores. */
final class MemoryLowering {
    private MemoryLowering() {}

    /** The modifiers of an access. */
    private record Manner(Space space, ScalarType type, int elements, Order order) {
        static Manner of(Instruction instruction, LoweringContext context) {
            InstructionModifiers words = new InstructionModifiers(instruction);
            boolean constant = words.take(".const");
            boolean readOnly = words.take(".nc") || constant;
            Space space = readOnly ? Space.GLOBAL : Space.GENERIC;
            Space named = SpaceNames.take(words, context);
            Order order = order(words);
            words.takeOneOf(".ca", ".cg", ".cs", ".lu", ".cv", ".wb", ".wt");
            words.takeCacheHints();
            words.take(".unified");
            words.takeScope();
            int elements = elements(words);
            ScalarType type = words.takeTypeOrPair();
            if (type == ScalarType.B128 && elements != 1) {
                throw LoweringRefusal.wrong("The elements of a vector cannot have 128 bits.");
            }
            words.requireNothingLeft();
            readOnly |= instruction.opcode().equals("ldu");
            return new Manner(
                    named == Space.GENERIC ? space : named,
                    type,
                    elements,
                    readOnly && order == Order.WEAK ? Order.READ_ONLY : order);
        }

        private static Order order(InstructionModifiers words) {
            words.take(".weak");
            boolean direct = words.take(".mmio");
            return switch (words.takeOneOf(".volatile", ".relaxed", ".acquire", ".release")) {
                case null -> Order.WEAK;
                case ".volatile" -> Order.VOLATILE;
                case ".relaxed" -> direct ? Order.VOLATILE : Order.RELAXED;
                case ".acquire" -> Order.ACQUIRE;
                default -> Order.RELEASE;
            };
        }

        private static int elements(InstructionModifiers words) {
            return switch (words.takeOneOf(".v2", ".v4", ".v8")) {
                case null -> 1;
                case String vector -> vector.charAt(2) - '0';
            };
        }

        Access access(Space where, ScalarType as) {
            return new Access(where, as, elements, order);
        }
    }

    static void load(Instruction instruction, LoweringContext context) {
        Manner manner = Manner.of(instruction, context);
        Operand target = instruction.operands().get(0);
        Operand source = instruction.operands().get(1);
        if (manner.type == ScalarType.B128) {
            AddressReader.Place place = AddressReader.read(source, manner.space, context);
            LongPairLowering.load(target, manner.order, place, context);
            return;
        }
        Binding.@Nullable HeldParameter parameter = parameter(source, context);
        if (parameter != null) {
            Register register = parameter.register();
            Value value = context.conversions().fit(register, manner.type);
            context.targets().move(target, value, manner.type);
            return;
        }
        List<Operand> targets = context.values().elements(target);
        if (targets.size() != manner.elements) {
            throw wrongLength(manner, targets.size());
        }
        AddressReader.Place place = AddressReader.read(source, manner.space, context);
        Access access = manner.access(place.space(), manner.type);
        if (VectorPairs.needs(access)) {
            VectorPairs.load(targets, access, place, context);
        } else {
            load(targets, manner, place, context);
        }
    }

    private static void load(
            List<Operand> targets,
            Manner manner,
            AddressReader.Place place,
            LoweringContext context) {
        List<Binding.@Nullable Held> held = new ArrayList<>();
        targets.forEach(target -> held.add(context.targets().held(target)));
        ScalarType type = loadedType(held, manner.type);
        List<@Nullable Register> registers = new ArrayList<>();
        List<Runnable> afterwards = new ArrayList<>();
        for (Binding.@Nullable Held one : held) {
            registers.add(one == null ? null : loaded(one, type, afterwards, context));
        }
        context.code()
                .add(
                        new Step.Load(
                                registers,
                                manner.access(place.space(), type),
                                place.address(),
                                context.code().at()));
        afterwards.forEach(Runnable::run);
    }

    private static Register loaded(
            Binding.Held target,
            ScalarType type,
            List<Runnable> afterwards,
            LoweringContext context) {
        Register register = target.register();
        ResultWriter.requireRoom(target, type);
        boolean whole = register.carrier() == Carrier.INT || register.carrier() == Carrier.LONG;
        boolean number = type.kind() == ScalarType.Kind.FLOAT;
        if (number ? register.carrier() == Carrier.of(type) : whole) {
            return register;
        }
        Register result = context.code().temporary(type);
        afterwards.add(() -> context.targets().assign(register, target.type(), result, type));
        return result;
    }

    /**
     * Returns the type as which elements are loaded: a floating-point number for registers that
     * hold one, otherwise an integer, signed only where the sign makes a difference.
     */
    private static ScalarType loadedType(List<Binding.@Nullable Held> targets, ScalarType type) {
        boolean numbers = true;
        boolean wider = false;
        for (Binding.@Nullable Held target : targets) {
            if (target != null) {
                Carrier carrier = target.register().carrier();
                numbers &= carrier == Carrier.FLOAT || carrier == Carrier.DOUBLE;
                numbers &= target.register().bits() == type.bits();
                wider |= target.register().bits() > type.bits();
            }
        }
        return numbers ? number(type) : whole(type, wider && type.kind() == ScalarType.Kind.SIGNED);
    }

    private static ScalarType number(ScalarType type) {
        return switch (type.bits()) {
            case 32 -> ScalarType.F32;
            case 64 -> ScalarType.F64;
            default -> whole(type, false);
        };
    }

    private static ScalarType whole(ScalarType type, boolean signed) {
        return switch (type.bits()) {
            case 8 -> signed ? ScalarType.S8 : ScalarType.U8;
            case 16 -> signed ? ScalarType.S16 : ScalarType.U16;
            case 32 -> signed ? ScalarType.S32 : ScalarType.U32;
            case 64 -> ScalarType.U64;
            default ->
                    throw LoweringRefusal.wrong(
                            "Memory holds no values of type " + type.suffix() + ".");
        };
    }

    static void store(Instruction instruction, LoweringContext context) {
        Manner manner = Manner.of(instruction, context);
        Operand target = instruction.operands().get(0);
        if (manner.type == ScalarType.B128) {
            AddressReader.Place place = writable(target, manner, context);
            LongPairLowering.store(instruction.operands().get(1), manner.order, place, context);
            return;
        }
        List<Operand> sources = context.values().elements(instruction.operands().get(1));
        Binding.@Nullable HeldParameter parameter = parameter(target, context);
        if (parameter != null) {
            Value value = context.values().read(sources.getFirst(), manner.type);
            context.targets().assign(parameter.register(), parameter.type(), value, manner.type);
            return;
        }
        if (sources.size() != manner.elements) {
            throw wrongLength(manner, sources.size());
        }
        AddressReader.Place place = writable(target, manner, context);
        Access access = manner.access(place.space(), manner.type);
        if (VectorPairs.needs(access)) {
            VectorPairs.store(sources, access, place, context);
            return;
        }
        ScalarType type = storedType(sources, manner.type, context);
        ScalarType read = type.bits() < 32 ? ScalarType.U32 : type;
        List<Value> values =
                sources.stream().map(source -> context.values().read(source, read)).toList();
        context.code()
                .add(
                        new Step.Store(
                                manner.access(place.space(), type),
                                place.address(),
                                values,
                                context.code().at()));
    }

    private static AddressReader.Place writable(
            Operand target, Manner manner, LoweringContext context) {
        AddressReader.Place place = AddressReader.read(target, manner.space, context);
        if (place.space() == Space.PARAM) {
            throw LoweringRefusal.wrong("The parameters of a kernel can only be read.");
        }
        return place;
    }

    /**
     * Returns the type as which elements are stored: floating-point only when all of them are in
     * registers for such numbers.
     */
    private static ScalarType storedType(
            List<Operand> sources, ScalarType type, LoweringContext context) {
        boolean numbers = type.bits() >= 32;
        for (Operand source : sources) {
            if (source instanceof Operand.Name(String name, _)
                    && context.names().find(name) instanceof Binding.Held(Register register, _)) {
                boolean number =
                        register.carrier() == Carrier.FLOAT || register.carrier() == Carrier.DOUBLE;
                numbers &= number && register.bits() == type.bits();
            } else {
                numbers &= type.kind() == ScalarType.Kind.FLOAT;
            }
        }
        return numbers ? number(type) : whole(type, false);
    }

    private static Binding.@Nullable HeldParameter parameter(
            Operand place, LoweringContext context) {
        return place instanceof Operand.Address(Operand.Name(String name, _), _, _)
                        && context.names().find(name) instanceof Binding.HeldParameter parameter
                ? parameter
                : null;
    }

    private static LoweringRefusal wrongLength(Manner manner, int operands) {
        return LoweringRefusal.wrong(
                "The instruction accesses "
                        + manner.elements
                        + " elements but names "
                        + operands
                        + ".");
    }
}
