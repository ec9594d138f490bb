package dev.hira.sim.lower;

import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import dev.hira.sim.ptx.Operand;
import dev.hira.sim.ptx.ScalarType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Moves between one register and several narrower ones, lowest bits first. */
final class Packs {
    private Packs() {}

    static void pack(Operand target, List<Operand> sources, ScalarType type, Context context) {
        ScalarType part = part(type, sources.size());
        ScalarType whole = bits(type.bits());
        @Nullable Value packed = null;
        for (int i = 0; i < sources.size(); i++) {
            Value value = context.values().read(sources.get(i), part);
            Value wide = context.conversions().extend(value, part, whole);
            Value placed = shifted("shl", whole, wide, i * part.bits(), context);
            packed = packed == null ? placed : either(packed, placed, whole, context);
        }
        if (packed != null) {
            context.targets().move(target, packed, whole);
        }
    }

    static void unpack(List<Operand> targets, Operand source, ScalarType type, Context context) {
        ScalarType part = part(type, targets.size());
        ScalarType whole = bits(type.bits());
        Value packed = context.values().read(source, whole);
        List<Value> parts = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            boolean wanted = !(targets.get(i) instanceof Operand.Sink);
            Value moved = wanted ? shifted("shr", whole, packed, i * part.bits(), context) : packed;
            parts.add(wanted ? context.conversions().fit(moved, part) : moved);
        }
        for (int i = 0; i < targets.size(); i++) {
            context.targets().move(targets.get(i), parts.get(i), part);
        }
    }

    private static Value shifted(
            String opcode, ScalarType whole, Value value, int distance, Context context) {
        if (distance == 0) {
            return value;
        }
        String type = (opcode.equals("shl") ? ".b" : ".u") + whole.bits();
        return context.conversions()
                .compute(
                        Conversions.operation(opcode, type),
                        value,
                        new Value.Constant(distance, dev.hira.sim.code.Carrier.INT));
    }

    private static Register either(Value a, Value b, ScalarType whole, Context context) {
        return context.conversions().compute(Conversions.operation("or", whole.suffix()), a, b);
    }

    private static ScalarType part(ScalarType whole, int parts) {
        if (parts > 0 && whole.bits() % parts == 0 && whole.bits() / parts >= 8) {
            return bits(whole.bits() / parts);
        }
        throw Refusal.wrong(
                "A value of type " + whole.suffix() + " does not fall into " + parts + " parts.");
    }

    private static ScalarType bits(int bits) {
        return switch (bits) {
            case 8 -> ScalarType.B8;
            case 16 -> ScalarType.B16;
            case 32 -> ScalarType.B32;
            case 64 -> ScalarType.B64;
            default -> throw Refusal.unsupported();
        };
    }
}
