package dev.hira.sim.code.print;

import dev.hira.sim.code.Address;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Value;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints values and addresses for listings. */
final class ValuePrinter {
    private static final long SMALL = 1 << 20;

    private final Program program;
    private final Map<Register, String> names;

    ValuePrinter(Program program, Map<Register, String> names) {
        this.program = program;
        this.names = names;
    }

    String print(@Nullable Value value) {
        return switch (value) {
            case null -> "_";
            case Register register -> names.getOrDefault(register, register.name());
            case Value.Constant(long bits, Carrier carrier) -> constant(bits, carrier);
            case Value.Special(SpecialRegister register) ->
                    register.name().toLowerCase(Locale.ROOT);
            case Value.SymbolAddress(int symbol, long offset, _) ->
                    "&" + program.symbols().get(symbol) + (offset == 0 ? "" : signed(offset));
            case Value.FrameAddress(long offset, _) -> "frame+" + offset;
        };
    }

    String print(List<? extends @Nullable Value> values) {
        return values.stream().map(this::print).collect(Collectors.joining(", "));
    }

    String print(Address address) {
        String base = print(address.base());
        return "[" + base + (address.offset() == 0 ? "" : signed(address.offset())) + "]";
    }

    private static String signed(long offset) {
        return offset < 0 ? String.valueOf(offset) : "+" + offset;
    }

    private static String constant(long bits, Carrier carrier) {
        return switch (carrier) {
            case BOOLEAN -> bits == 0 ? "false" : "true";
            case INT -> whole(bits << 32 >> 32, "0x%08X");
            case LONG -> whole(bits, "0x%016X") + "L";
            case FLOAT -> {
                float value = Float.intBitsToFloat((int) bits);
                yield Float.isNaN(value) ? String.format("0f%08X", (int) bits) : value + "f";
            }
            case DOUBLE -> {
                double value = Double.longBitsToDouble(bits);
                yield Double.isNaN(value) ? String.format("0d%016X", bits) : value + "d";
            }
        };
    }

    private static String whole(long value, String hexadecimal) {
        if (Math.abs(value) < SMALL) {
            return String.valueOf(value);
        }
        return String.format(
                hexadecimal, hexadecimal.contains("08") ? (Object) (int) value : (Object) value);
    }
}
