package dev.hira.sim.lower.build;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.Windows;
import dev.hira.sim.ops.Operation;
import dev.hira.sim.ops.Operations;
import dev.hira.sim.ptx.model.Constant;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads operands as values of the types that instructions expect. */
public final class OperandReader {
    private final NameScopes names;
    private final Coercions conversions;

    OperandReader(NameScopes names, Coercions conversions) {
        this.names = names;
        this.conversions = conversions;
    }

    public static Register register(RoutineBuilder code, ScalarType declared, String name) {
        return code.register(Carrier.of(declared), declared.bits(), name);
    }

    /** Reads an operand as a value of a type. */
    public Value read(Operand operand, ScalarType type) {
        return switch (operand) {
            case Operand.Name(String name, _) -> read(name, names.find(name), type);
            case Operand.Component component -> readComponent(component, type);
            case Operand.Immediate(Constant constant) -> constant(constant, type);
            case Operand.Turned(char sign, Operand inner) -> turned(sign, inner, type);
            case Operand.Sink _ -> new Value.Constant(0, Carrier.of(type));
            case Operand.Pair _, Operand.Vector _, Operand.Group _, Operand.Address _ ->
                    throw LoweringRefusal.wrong("This operand must be a single value.");
        };
    }

    /** Reads an operand as a predicate. */
    public Value predicate(Operand operand) {
        return read(operand, ScalarType.PRED);
    }

    private Value turned(char sign, Operand inner, ScalarType type) {
        if (sign == '!' && type == ScalarType.PRED) {
            return conversions.not(read(inner, type));
        }
        boolean number = type.kind() == ScalarType.Kind.FLOAT;
        Operation negation =
                sign == '-' && type != ScalarType.PRED
                        ? Operations.find(
                                "neg", List.of(number ? type.suffix() : ".s" + type.bits()))
                        : null;
        if (negation == null) {
            throw LoweringRefusal.wrong(
                    "A value of type " + type.suffix() + " takes no " + sign + ".");
        }
        return conversions.compute(negation, read(inner, type));
    }

    private Value read(String name, Binding meaning, ScalarType type) {
        return switch (meaning) {
            case Binding.Held(Register register, _) -> conversions.fit(register, type);
            case Binding.HeldParameter(Register register, _) -> conversions.fit(register, type);
            case Binding.Placed(_, Value address) -> address(address, 0, type);
            case Binding.Code(long address) -> new Value.Constant(address, wholeCarrier(type));
            case Binding.Predefined(Value value) -> conversions.fit(value, type);
            case Binding.HeldWide _ ->
                    throw LoweringRefusal.wrong(
                            "'" + name + "' has 128 bits, too many for this type.");
            case Binding.HeldVector _ ->
                    throw LoweringRefusal.wrong("The vector '" + name + "' is not one value.");
        };
    }

    private Value readComponent(Operand.Component operand, ScalarType type) {
        @Nullable Value special =
                SpecialRegisterReads.component(operand.name(), operand.component());
        if (special != null) {
            return conversions.fit(special, type);
        }
        Register register = component(operand).register();
        return conversions.fit(register, type);
    }

    /** Returns the register that is a component of a vector register. */
    Binding.Held component(Operand.Component operand) {
        int index =
                switch (operand.component()) {
                    case ".x", ".r" -> 0;
                    case ".y", ".g" -> 1;
                    case ".z", ".b" -> 2;
                    case ".w", ".a" -> 3;
                    default -> -1;
                };
        if (names.find(operand.name()) instanceof Binding.HeldVector(var elements)
                && index >= 0
                && index < elements.size()) {
            return elements.get(index);
        }
        throw LoweringRefusal.unsupported();
    }

    /** Returns the elements of a vector operand, or the operand itself. */
    public List<Operand> elements(Operand operand) {
        if (operand instanceof Operand.Vector(var elements)) {
            return elements;
        }
        if (operand instanceof Operand.Name(String name, int offset)
                && names.find(name) instanceof Binding.HeldVector(var held)) {
            List<Operand> elements = new ArrayList<>();
            for (int i = 0; i < held.size(); i++) {
                elements.add(new Operand.Component(name, "." + "xyzw".charAt(i), offset));
            }
            return elements;
        }
        return List.of(operand);
    }

    private Value constant(Constant constant, ScalarType type) {
        return switch (constant) {
            case Constant.Whole(long value) -> whole(value, type);
            case Constant.Real(double value) -> real(value, type);
            case Constant.SingleBits(int bits) ->
                    type == ScalarType.F64
                            ? real(Float.intBitsToFloat(bits), type)
                            : new Value.Constant(
                                    bits & Coercions.mask(ScalarType.B32), Carrier.of(type));
            case Constant.AddressOf address -> symbol(address, type);
        };
    }

    private static Value whole(long value, ScalarType type) {
        return switch (type) {
            case PRED -> new Value.Constant(value == 0 ? 0 : 1, Carrier.BOOLEAN);
            case F32, F64, TF32 -> real((double) value, type);
            default -> new Value.Constant(value & Coercions.mask(type), Carrier.of(type));
        };
    }

    private static Value real(double value, ScalarType type) {
        long bits =
                type.bits() == 64
                        ? Double.doubleToRawLongBits(value)
                        : Integer.toUnsignedLong(Float.floatToRawIntBits((float) value));
        return new Value.Constant(bits, Carrier.of(type));
    }

    private Value symbol(Constant.AddressOf constant, ScalarType type) {
        if (constant.mask() != 0) {
            throw LoweringRefusal.unsupported();
        }
        Binding meaning = names.find(constant.symbol());
        if (meaning instanceof Binding.Held(Register register, _) && !constant.generic()) {
            return sum(register, constant.offset(), type);
        }
        if (meaning instanceof Binding.Code(long address) && constant.offset() == 0) {
            return new Value.Constant(address, wholeCarrier(type));
        }
        if (!(meaning instanceof Binding.Placed(Space space, Value address))) {
            throw LoweringRefusal.wrong("'" + constant.symbol() + "' has no address to add to.");
        }
        Value within = address(address, constant.offset(), type);
        return constant.generic() ? toGeneric(space, within) : within;
    }

    /** Adds a constant to a register, for an operand that must be a value. */
    private Value sum(Register register, long constant, ScalarType type) {
        ScalarType sum =
                switch (wholeCarrier(type)) {
                    case LONG -> ScalarType.U64;
                    default -> ScalarType.U32;
                };
        return conversions.compute(
                Coercions.operation("add", sum.suffix()),
                conversions.fit(register, sum),
                whole(constant, sum));
    }

    private static Value address(Value address, long offset, ScalarType type) {
        return shifted(address, offset, wholeCarrier(type));
    }

    private static Carrier wholeCarrier(ScalarType type) {
        Carrier carrier = Carrier.of(type);
        if (type.bits() < 32 || (carrier != Carrier.INT && carrier != Carrier.LONG)) {
            throw LoweringRefusal.wrong("An address does not fit the type " + type.suffix() + ".");
        }
        return carrier;
    }

    /** Adds an offset to the address that a name stands for. */
    static Value shifted(Value address, long offset, Carrier carrier) {
        return switch (address) {
            case Value.Constant(long bits, _) -> constantAddress(bits + offset, carrier);
            case Value.SymbolAddress(int symbol, long start, _) ->
                    new Value.SymbolAddress(symbol, start + offset, carrier);
            case Value.FrameAddress(long start, _) ->
                    new Value.FrameAddress(start + offset, carrier);
            case Register _, Value.Special _ ->
                    throw new IllegalStateException("Not the address of a variable: " + address);
        };
    }

    private static Value constantAddress(long bits, Carrier carrier) {
        return new Value.Constant(carrier == Carrier.INT ? bits & 0xFFFF_FFFFL : bits, carrier);
    }

    /** Converts an address within a space to a generic address. */
    public Value toGeneric(Space space, Value address) {
        return moved(address, Windows.of(space));
    }

    /** Converts a generic address to an address within a space. */
    public Value fromGeneric(Space space, Value address) {
        return moved(address, -Windows.of(space));
    }

    private Value moved(Value address, long distance) {
        if (distance == 0) {
            return address;
        }
        if (address.carrier() != Carrier.LONG) {
            throw LoweringRefusal.wrong("A generic address needs 64 bits.");
        }
        return address instanceof Value.Constant(long bits, _)
                ? new Value.Constant(bits + distance, Carrier.LONG)
                : conversions.compute(
                        Coercions.operation("add", ".s64"),
                        address,
                        new Value.Constant(distance, Carrier.LONG));
    }
}
