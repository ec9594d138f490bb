package dev.hira.sim.lower;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Value;
import dev.hira.sim.ops.Operation;
import dev.hira.sim.ptx.Operand;
import dev.hira.sim.ptx.ScalarType;
import dev.hira.sim.ptx.Statement.Instruction;
import java.util.ArrayList;
import java.util.List;

/** Video instructions, whose sources may be bytes or halves of registers. */
final class Videos {
    private Videos() {}

    static void lower(Instruction instruction, Context context) {
        List<Operand> operands = instruction.operands();
        int sources = operands.size() - 1;
        Operation operation = Arithmetic.operation(instruction, sources);
        Arithmetic.requireSources(operation, sources);
        List<Value> arguments = new ArrayList<>();
        for (int i = 0; i < sources; i++) {
            arguments.add(read(operands.get(i + 1), operation.sources().get(i), context));
        }
        context.targets().compute(operands.getFirst(), operation, List.copyOf(arguments));
    }

    private static Value read(Operand operand, ScalarType type, Context context) {
        return operand instanceof Operand.Component(String name, String part, int offset)
                        && part.matches("\\.(b[0-3]|h[01])")
                ? part(
                        context.values().read(new Operand.Name(name, offset), type),
                        part,
                        type,
                        context)
                : context.values().read(operand, type);
    }

    /** A byte or half, extended as its type says. */
    private static Value part(Value whole, String part, ScalarType type, Context context) {
        int bits = part.charAt(1) == 'b' ? 8 : 16;
        int position = bits * (part.charAt(2) - '0');
        return context.conversions()
                .compute(
                        Conversions.operation("bfe", type.suffix()),
                        whole,
                        new Value.Constant(position, Carrier.INT),
                        new Value.Constant(bits, Carrier.INT));
    }
}
