package dev.hira.sim.lower.build;

import dev.hira.sim.ptx.InstructionUse.Unsupported;
import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.ptx.model.Statement.Instruction;
import dev.hira.sim.ptx.model.Variable;
import dev.hira.sim.ptx.text.PtxSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the refusals of a kernel. */
public final class LoweringRefusals {
    private final PtxSource source;
    private final Map<String, Unsupported> unsupported = new LinkedHashMap<>();
    private final List<String> wrong = new ArrayList<>();

    public LoweringRefusals(PtxSource source) {
        this.source = source;
    }

    /** Runs the lowering of an instruction and records its refusal. */
    public void collect(PtxFunction function, Instruction instruction, Runnable lowering) {
        try {
            lowering.run();
        } catch (LoweringRefusal refusal) {
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

    /** Records a variable in a space that a body cannot declare. */
    public void wrongPlace(PtxFunction function, Variable variable) {
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

    /** Throws the refusals, if there are any. */
    public void throwIfAny(String kernel) {
        if (!wrong.isEmpty()) {
            throw LoweringException.wrong(String.join("\n", wrong));
        }
        if (!unsupported.isEmpty()) {
            throw LoweringException.unsupported(kernel, unsupported());
        }
    }
}
