package dev.hira.sim.lower.family;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Access.Order;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Step.Update;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.AddressReader;
import dev.hira.sim.lower.build.Binding;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.lower.build.ResultWriter;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lowers values of 128 bits, each in two registers. In memory they are two numbers, the lower one
 * first; where several threads may access them at the same time, one update changes both.
 */
final class LongPairLowering {
    private static final int PARTS = 2;

    private LongPairLowering() {}

    /** Returns the two halves of a register, the lower first; two nulls for a sink. */
    private static List<@Nullable Register> registers(Operand operand, LoweringContext context) {
        if (operand instanceof Operand.Sink) {
            return pair(null, null);
        }
        if (operand instanceof Operand.Name(String name, _)
                && context.names().find(name)
                        instanceof Binding.HeldWide(Register low, Register high)) {
            return pair(low, high);
        }
        throw LoweringRefusal.wrong("A value of type .b128 needs a register of that type.");
    }

    private static List<@Nullable Register> pair(@Nullable Register low, @Nullable Register high) {
        List<@Nullable Register> halves = new ArrayList<>();
        halves.add(low);
        halves.add(high);
        return Collections.unmodifiableList(halves);
    }

    private static List<Value> read(Operand operand, LoweringContext context) {
        List<Value> halves = new ArrayList<>();
        for (@Nullable Register half : registers(operand, context)) {
            if (half == null) {
                throw LoweringRefusal.wrong("A value of type .b128 needs a register of that type.");
            }
            halves.add(half);
        }
        return halves;
    }

    /** Lowers a move from register to register, or between one register and two of 64 bits. */
    static void move(Operand target, Operand source, LoweringContext context) {
        List<Value> values =
                source instanceof Operand.Vector(var parts)
                        ? halves(parts).stream()
                                .map(part -> RegisterPacking.part(part, ScalarType.B64, context))
                                .toList()
                        : read(source, context);
        if (target instanceof Operand.Vector(var parts)) {
            List<Operand> halves = halves(parts);
            for (int i = 0; i < PARTS; i++) {
                Binding.@Nullable Held half = context.targets().held(halves.get(i));
                if (half != null) {
                    ResultWriter.requireRoom(half, ScalarType.B64);
                }
                context.targets().move(halves.get(i), values.get(i), ScalarType.B64);
            }
            return;
        }
        List<@Nullable Register> registers = registers(target, context);
        for (int i = 0; i < PARTS; i++) {
            @Nullable Register half = registers.get(i);
            if (half != null) {
                context.targets().assign(half, ScalarType.B64, values.get(i), ScalarType.B64);
            }
        }
    }

    private static List<Operand> halves(List<Operand> parts) {
        if (parts.size() != PARTS) {
            throw LoweringRefusal.wrong(
                    "A value of type .b128 has 2 parts of 64 bits, not " + parts.size() + ".");
        }
        return parts;
    }

    static void load(
            Operand target, Order order, AddressReader.Place place, LoweringContext context) {
        List<@Nullable Register> registers = registers(target, context);
        if (order == Order.WEAK || order == Order.READ_ONLY) {
            Access access = access(place, order);
            int at = context.code().at();
            context.code().add(new Step.Load(registers, access, place.address(), at));
        } else {
            update(registers, Update.READ, order, place, List.of(), context);
        }
    }

    static void store(
            Operand source, Order order, AddressReader.Place place, LoweringContext context) {
        List<Value> values = read(source, context);
        if (order == Order.WEAK) {
            Access access = access(place, order);
            int at = context.code().at();
            context.code().add(new Step.Store(access, place.address(), values, at));
        } else {
            update(
                    registers(new Operand.Sink(), context),
                    Update.EXCHANGE,
                    order,
                    place,
                    values,
                    context);
        }
    }

    /** Lowers an exchange, conditional or not. */
    static void atomic(
            Operand target,
            Update update,
            Order order,
            AddressReader.Place place,
            List<Operand> sources,
            LoweringContext context) {
        if (update != Update.EXCHANGE && update != Update.CAS) {
            throw LoweringRefusal.wrong("With 128 bits it can be .exch or .cas only.");
        }
        List<Value> values =
                sources.stream().flatMap(source -> read(source, context).stream()).toList();
        update(registers(target, context), update, order, place, values, context);
    }

    private static void update(
            List<@Nullable Register> targets,
            Update update,
            Order order,
            AddressReader.Place place,
            List<Value> values,
            LoweringContext context) {
        context.code()
                .add(
                        new Step.Atomic(
                                targets,
                                update,
                                access(place, order),
                                place.address(),
                                values,
                                context.code().at()));
    }

    private static Access access(AddressReader.Place place, Order order) {
        return new Access(place.space(), ScalarType.U64, PARTS, order);
    }
}
