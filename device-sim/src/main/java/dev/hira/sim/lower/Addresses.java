package dev.hira.sim.lower;

import dev.hira.sim.code.Address;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Value;
import dev.hira.sim.ptx.Operand;
import dev.hira.sim.ptx.ScalarType;
import org.jspecify.annotations.Nullable;

/** Reads operands that are places in memory. */
final class Addresses {
    private Addresses() {}

    /** A place in memory and the space it is in, which a variable's name tells by itself. */
    record Place(Space space, Address address) {
        /** The place that many bytes behind. */
        Place plus(long bytes) {
            Value base = address.base();
            return base instanceof Register
                    ? new Place(space, new Address(base, address.offset() + bytes))
                    : new Place(space, fixed(base, bytes));
        }
    }

    static Place read(Operand operand, Space space, Context context) {
        if (!(operand instanceof Operand.Address(@Nullable Operand base, long offset, _))) {
            throw Refusal.wrong("An address stands in brackets.");
        }
        if (base == null) {
            return new Place(space, new Address(new Value.Constant(offset, Carrier.LONG), 0));
        }
        if (!(base instanceof Operand.Name(String name, _))) {
            throw Refusal.unsupported();
        }
        return switch (context.names().find(name)) {
            case Meaning.Placed(Space own, Value address) -> new Place(own, fixed(address, offset));
            case Meaning.Held(Register register, _) ->
                    new Place(space, new Address(number(register, context), offset));
            case Meaning.HeldVector _,
                    Meaning.HeldWide _,
                    Meaning.HeldParameter _,
                    Meaning.Code _,
                    Meaning.Predefined _ ->
                    throw Refusal.wrong("'" + name + "' is no place in memory.");
        };
    }

    private static Address fixed(Value base, long offset) {
        return new Address(Values.shifted(base, offset, Carrier.LONG), 0);
    }

    private static Value number(Register register, Context context) {
        ScalarType type = register.bits() == 64 ? ScalarType.B64 : ScalarType.B32;
        if (register.bits() < 32) {
            throw Refusal.wrong("The register '" + register.name() + "' is too short an address.");
        }
        return context.conversions().fit(register, type);
    }
}
