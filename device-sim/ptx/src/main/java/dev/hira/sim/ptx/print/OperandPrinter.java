package dev.hira.sim.ptx.print;

import dev.hira.sim.ptx.model.Constant;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.Statement;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints instructions, operands and constants as PTX. */
final class OperandPrinter {
    private OperandPrinter() {}

    static String instruction(Statement.Instruction instruction) {
        Statement.Guard guard = instruction.guard();
        String condition =
                guard == null ? "" : "@" + (guard.negated() ? "!" : "") + guard.predicate() + " ";
        String operands = list(instruction.operands());
        return condition
                + instruction.fullName()
                + (operands.isEmpty() ? "" : " ")
                + operands
                + ";";
    }

    private static String list(List<Operand> operands) {
        return operands.stream().map(OperandPrinter::operand).collect(Collectors.joining(", "));
    }

    private static String operand(Operand operand) {
        return switch (operand) {
            case Operand.Name(String name, _) -> name;
            case Operand.Component(String name, String component, _) -> name + component;
            case Operand.Immediate(Constant value) -> constant(value);
            case Operand.Turned(char sign, Operand inner) -> sign + operand(inner);
            case Operand.Pair(Operand first, Operand second) ->
                    operand(first) + "|" + operand(second);
            case Operand.Vector(var elements) -> "{" + list(elements) + "}";
            case Operand.Group(var elements) -> "(" + list(elements) + ")";
            case Operand.Sink() -> "_";
            case Operand.Address address -> address(address);
        };
    }

    private static String address(Operand.Address address) {
        Operand base = address.base();
        String place =
                base == null
                        ? String.valueOf(address.offset())
                        : operand(base) + displacement(address.offset());
        return "[" + place + (address.rest().isEmpty() ? "" : ", " + list(address.rest())) + "]";
    }

    private static String displacement(long offset) {
        return offset == 0 ? "" : "+" + offset;
    }

    static String constant(Constant constant) {
        return switch (constant) {
            case Constant.Whole(long value) -> String.valueOf(value);
            case Constant.Real(double value) ->
                    String.format(Locale.ROOT, "0d%016X", Double.doubleToRawLongBits(value));
            case Constant.SingleBits(int bits) -> String.format(Locale.ROOT, "0f%08X", bits);
            case Constant.AddressOf(String symbol, long offset, boolean generic, long mask) -> {
                String place = generic ? "generic(" + symbol + ")" : symbol;
                String whole = place + displacement(offset);
                yield mask == 0 ? whole : "0x" + Long.toHexString(mask) + "(" + whole + ")";
            }
        };
    }
}
