package dev.hira.sim.lower.family;

import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.Binding;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.lower.build.SpecialRegisterReads;
import dev.hira.sim.ops.Operation;
import dev.hira.sim.ops.Operations;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Moves values between one register and several narrower ones, lowest bits first. */
final class RegisterPacking {
    private RegisterPacking() {}

    static void pack(
            Operand target, List<Operand> sources, ScalarType type, LoweringContext context) {
        ScalarType whole = bits(type.bits());
        ScalarType part = part(whole, sources.size());
        List<Value> parts = sources.stream().map(s -> part(s, part, context)).toList();
        context.targets().compute(target, existing(Operations.pack(whole, part)), parts);
    }

    /** Reads a source with exactly the width of a part. */
    static Value part(Operand source, ScalarType type, LoweringContext context) {
        boolean register =
                (source instanceof Operand.Component(String vector, String component, _)
                                && SpecialRegisterReads.component(vector, component) == null)
                        || (source instanceof Operand.Name(String name, _)
                                && context.names().find(name) instanceof Binding.Held);
        Binding.@Nullable Held held = register ? context.targets().held(source) : null;
        if (held != null && held.register().bits() != type.bits()) {
            throw LoweringRefusal.wrong(
                    "A part has "
                            + type.bits()
                            + " bits, but the register '"
                            + held.register().name()
                            + "' has "
                            + held.register().bits()
                            + ".");
        }
        return context.values().read(source, type);
    }

    /** All parts are read before any is written, since a target may be the source register, too. */
    static void unpack(
            List<Operand> targets, Operand source, ScalarType type, LoweringContext context) {
        ScalarType whole = bits(type.bits());
        ScalarType part = part(whole, targets.size());
        Value packed = context.values().read(source, whole);
        List<Value> parts = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            Operation operation = existing(Operations.unpack(whole, part, i));
            parts.add(context.conversions().compute(operation, packed));
        }
        for (int i = 0; i < targets.size(); i++) {
            context.targets().move(targets.get(i), parts.get(i), part);
        }
    }

    private static Operation existing(@Nullable Operation operation) {
        if (operation == null) {
            throw LoweringRefusal.unsupported();
        }
        return operation;
    }

    private static ScalarType part(ScalarType whole, int parts) {
        if (parts > 0 && whole.bits() % parts == 0 && whole.bits() / parts >= 8) {
            return bits(whole.bits() / parts);
        }
        throw LoweringRefusal.wrong(
                "A value of type "
                        + whole.suffix()
                        + " cannot be divided into "
                        + parts
                        + " parts.");
    }

    private static ScalarType bits(int bits) {
        return switch (bits) {
            case 8 -> ScalarType.B8;
            case 16 -> ScalarType.B16;
            case 32 -> ScalarType.B32;
            case 64 -> ScalarType.B64;
            default -> throw LoweringRefusal.unsupported();
        };
    }
}
