package dev.hira.sim.launch;

import dev.hira.sim.code.Routine;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.ptx.Body;
import dev.hira.sim.ptx.Operand;
import dev.hira.sim.ptx.Statement.Instruction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells whether this device supports what the kernels of a module can reach, without lowering all
 * of them: an instruction's name, with its modifiers, that was lowered once is taken to be
 * supported. So only those kernels of a large module are lowered when it is loaded which have
 * something new; for the others it is found at their first launch if their operands are impossible.
 * What was lowered counts for its own module alone, so that whether a text loads depends on nothing
 * but the text.
 */
final class Support {
    private final Set<String> known = new HashSet<>();
    private final Map<String, Set<String>> names = new HashMap<>();
    private final Set<String> ofFunctions = new HashSet<>();

    /** Notes which instructions a body has. */
    void add(Body body) {
        Set<String> own = new HashSet<>();
        body.forEachInstruction(instruction -> own.addAll(names(instruction)));
        names.put(body.function().name(), own);
        if (!body.function().entry()) {
            ofFunctions.addAll(own);
        }
    }

    /** What is to be supported: an instruction and, if it calls a function, that very one. */
    private static List<String> names(Instruction instruction) {
        List<String> all = new ArrayList<>();
        all.add(instruction.fullName());
        if (instruction.opcode().equals("call")) {
            for (Operand operand : instruction.operands()) {
                if (operand instanceof Operand.Name(String callee, _)) {
                    all.add("call " + callee);
                }
            }
        }
        return all;
    }

    /**
     * Refuses a module whose kernels can reach what the device does not have. All bodies were
     * added.
     *
     * @throws KernelFault with all kernels and instructions
     */
    void require(Collection<KernelCode> kernels) {
        List<KernelFault> refusals = new ArrayList<>();
        for (KernelCode kernel : kernels) {
            try {
                require(kernel);
            } catch (KernelFault refused) {
                refusals.add(refused);
            }
        }
        if (!refusals.isEmpty()) {
            List<String> texts =
                    refusals.stream().map(refused -> String.valueOf(refused.getMessage())).toList();
            throw new KernelFault(refusals.getFirst().code(), String.join("\n", texts));
        }
    }

    private void require(KernelCode kernel) {
        Set<String> own = names.getOrDefault(kernel.function().name(), Set.of());
        if (known.containsAll(own) && known.containsAll(ofFunctions)) {
            return;
        }
        for (Routine routine : kernel.program().routines()) {
            known.addAll(names.getOrDefault(routine.name(), Set.of()));
        }
    }
}
