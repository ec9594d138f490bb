package dev.hira.sim.lower.build;

import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The use of the parameters of functions and calls: a parameter that is only read and written as a
 * whole can live in a register; one with an address that matters needs memory.
 */
public final class ParameterUse {
    /** The width in bits of the whole accesses to each name; 0 when there are other accesses. */
    private final Map<String, Integer> bits = new HashMap<>();

    private ParameterUse() {}

    public static ParameterUse of(List<Statement> statements) {
        ParameterUse use = new ParameterUse();
        use.visit(statements);
        return use;
    }

    /** Returns whether a parameter of this type can live in a register. */
    public boolean isPlain(String name, ScalarType type) {
        int accessed = bits.getOrDefault(name, type.bits());
        return accessed == type.bits();
    }

    private void visit(List<Statement> statements) {
        for (Statement statement : statements) {
            if (statement instanceof Instruction instruction) {
                visit(instruction);
            } else if (statement instanceof Statement.Block(var inner)) {
                visit(inner);
            }
        }
    }

    private void visit(Instruction instruction) {
        boolean call = instruction.opcode().equals("call");
        for (Operand operand : instruction.operands()) {
            switch (operand) {
                case Operand.Address(Operand base, long offset, _) -> {
                    if (base instanceof Operand.Name(String name, _)) {
                        note(name, offset == 0 ? wholeAccess(instruction) : 0);
                    }
                }
                case Operand.Name(String name, _) -> {
                    if (!call) {
                        note(name, 0);
                    }
                }
                case Operand.Immediate(var value) -> {
                    if (value instanceof dev.hira.sim.ptx.model.Constant.AddressOf address) {
                        note(address.symbol(), 0);
                    }
                }
                case Operand.Component _,
                        Operand.Turned _,
                        Operand.Pair _,
                        Operand.Vector _,
                        Operand.Group _,
                        Operand.Sink _ -> {}
            }
        }
    }

    /**
     * Returns the width in bits of an access to a whole parameter, or 0 for another instruction.
     */
    private static int wholeAccess(Instruction instruction) {
        boolean access = instruction.opcode().equals("ld") || instruction.opcode().equals("st");
        boolean vector = instruction.modifiers().stream().anyMatch(m -> m.matches("\\.v[248]"));
        @Nullable ScalarType type = instruction.lastType();
        return access && !vector && type != null ? type.bits() : 0;
    }

    private void note(String name, int accessed) {
        bits.merge(name, accessed, (before, now) -> before.equals(now) ? now : 0);
    }
}
