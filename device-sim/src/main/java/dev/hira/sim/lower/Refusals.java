package dev.hira.sim.lower;

import dev.hira.sim.ptx.Function;
import dev.hira.sim.ptx.InstructionUse.Unsupported;
import dev.hira.sim.ptx.PtxSource;
import dev.hira.sim.ptx.Statement.Instruction;
import dev.hira.sim.ptx.Variable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What of a kernel cannot be lowered. */
final class Refusals {
    private final PtxSource source;
    private final Map<String, Unsupported> unsupported = new LinkedHashMap<>();
    private final List<String> wrong = new ArrayList<>();

    Refusals(PtxSource source) {
        this.source = source;
    }

    /** Does the lowering of an instruction and notes when it is refused. */
    void collect(Function function, Instruction instruction, Runnable lowering) {
        try {
            lowering.run();
        } catch (Refusal refusal) {
            int line = source.line(instruction.offset());
            if (refusal.isUnsupported()) {
                String name = refusal.name(instruction.fullName());
                unsupported.putIfAbsent(name, new Unsupported(function.name(), name, line));
            } else {
                wrong.add(
                        "Line "
                                + line
                                + " of "
                                + function.name()
                                + ", '"
                                + source.lineText(line)
                                + "': "
                                + refusal.getMessage());
            }
        }
    }

    /** Notes a variable that no body can have. */
    void wrongPlace(Function function, Variable variable) {
        wrong.add(
                "Line "
                        + source.line(variable.offset())
                        + " of "
                        + function.name()
                        + ": the variable '"
                        + variable.name()
                        + "' is "
                        + variable.space().suffix()
                        + " and must be declared outside of functions.");
    }

    List<Unsupported> unsupported() {
        return List.copyOf(unsupported.values());
    }

    /** Ends the lowering when something was refused. */
    void throwIfAny(String kernel) {
        if (!wrong.isEmpty()) {
            throw LoweringException.wrong(String.join("\n", wrong));
        }
        if (!unsupported.isEmpty()) {
            throw LoweringException.unsupported(kernel, unsupported());
        }
    }
}
