package dev.hira.sim.lower.family;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Access.Order;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Step.Update;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.AddressReader;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.ops.Operation;
import dev.hira.sim.ops.Operations;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lowers strong loads and stores of 16-byte vectors, which algorithms use to poll a status together
 * with its value. Hardware does not tear them, but the host moves only 8 bytes at once, so they
 * become updates of 128 bits.
 */
final class VectorPairs {
    private static final int BYTES = 16;
    private static final int HALVES = 2;

    private VectorPairs() {}

    /**
     * Returns whether an access must be an update to be whole. Only device memory is shared between
     * host threads.
     */
    static boolean needs(Access access) {
        boolean shared = access.space() == Space.GLOBAL || access.space() == Space.GENERIC;
        boolean strong = access.order() != Order.WEAK && access.order() != Order.READ_ONLY;
        return shared && strong && access.bytes() == BYTES;
    }

    static void load(
            List<Operand> targets,
            Access access,
            AddressReader.Place place,
            LoweringContext context) {
        Register low = context.code().temporary(ScalarType.B64);
        Register high = context.code().temporary(ScalarType.B64);
        update(List.of(low, high), Update.READ, access, place, List.of(), context);
        List<Value> parts = new ArrayList<>();
        for (Register half : List.of(low, high)) {
            for (int i = 0; i < access.elements() / HALVES; i++) {
                parts.add(part(half, i, access, context));
            }
        }
        for (int i = 0; i < targets.size(); i++) {
            context.targets().move(targets.get(i), parts.get(i), access.type());
        }
    }

    private static Value part(Register half, int index, Access access, LoweringContext context) {
        if (access.type().bits() == Long.SIZE) {
            return context.conversions().fit(half, access.type());
        }
        Operation unpack = Operations.unpack(ScalarType.B64, bits(access.type()), index);
        Value part = context.conversions().compute(Objects.requireNonNull(unpack), half);
        return context.conversions().fit(part, access.type());
    }

    static void store(
            List<Operand> sources,
            Access access,
            AddressReader.Place place,
            LoweringContext context) {
        ScalarType bits = bits(access.type());
        int each = access.elements() / HALVES;
        List<Value> halves = new ArrayList<>();
        for (int i = 0; i < sources.size(); i += each) {
            Value[] parts =
                    sources.subList(i, i + each).stream()
                            .map(source -> context.values().read(source, bits))
                            .toArray(Value[]::new);
            halves.add(
                    each == 1
                            ? parts[0]
                            : context.conversions()
                                    .compute(
                                            Objects.requireNonNull(
                                                    Operations.pack(ScalarType.B64, bits)),
                                            parts));
        }
        List<@Nullable Register> unwanted = Arrays.asList(null, null);
        update(unwanted, Update.EXCHANGE, access, place, halves, context);
    }

    private static ScalarType bits(ScalarType type) {
        return type.bits() == Long.SIZE ? ScalarType.B64 : ScalarType.B32;
    }

    private static void update(
            List<@Nullable Register> targets,
            Update update,
            Access access,
            AddressReader.Place place,
            List<Value> values,
            LoweringContext context) {
        Access pair = new Access(place.space(), ScalarType.U64, HALVES, access.order());
        int at = context.code().at();
        context.code()
                .add(
                        new Step.Atomic(
                                Collections.unmodifiableList(targets),
                                update,
                                pair,
                                place.address(),
                                values,
                                at));
    }
}
