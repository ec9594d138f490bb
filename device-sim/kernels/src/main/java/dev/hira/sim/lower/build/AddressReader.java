package dev.hira.sim.lower.build;

import dev.hira.sim.code.Address;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Value;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import org.jspecify.annotations.Nullable;

/** Reads operands that are locations in memory. */
public final class AddressReader {
    private AddressReader() {}

    /** A location in memory and its space; the name of a variable implies the space. */
    public record Place(Space space, Address address) {
        /** Returns the location that many bytes further. */
        public Place plus(long bytes) {
            Value base = address.base();
            return base instanceof Register
                    ? new Place(space, new Address(base, address.offset() + bytes))
                    : new Place(space, fixed(base, bytes));
        }
    }

    public static Place read(Operand operand, Space space, LoweringContext context) {
        if (!(operand instanceof Operand.Address(@Nullable Operand base, long offset, _))) {
            throw LoweringRefusal.wrong("An address must be in brackets.");
        }
        if (base == null) {
            return new Place(space, new Address(new Value.Constant(offset, Carrier.LONG), 0));
        }
        if (!(base instanceof Operand.Name(String name, _))) {
            throw LoweringRefusal.unsupported();
        }
        return switch (context.names().find(name)) {
            case Binding.Placed(Space own, Value address) -> new Place(own, fixed(address, offset));
            case Binding.Held(Register register, _) ->
                    new Place(space, new Address(number(register, context), offset));
            case Binding.HeldVector _,
                    Binding.HeldWide _,
                    Binding.HeldParameter _,
                    Binding.Code _,
                    Binding.Predefined _ ->
                    throw LoweringRefusal.wrong("'" + name + "' is not a location in memory.");
        };
    }

    private static Address fixed(Value base, long offset) {
        return new Address(OperandReader.shifted(base, offset, Carrier.LONG), 0);
    }

    private static Value number(Register register, LoweringContext context) {
        ScalarType type = register.bits() == 64 ? ScalarType.B64 : ScalarType.B32;
        if (register.bits() < 32) {
            throw LoweringRefusal.wrong(
                    "The register '" + register.name() + "' is too narrow for an address.");
        }
        return context.conversions().fit(register, type);
    }
}
