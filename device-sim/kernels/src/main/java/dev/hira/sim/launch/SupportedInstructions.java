package dev.hira.sim.launch;

import dev.hira.sim.code.Routine;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.ptx.FunctionBody;
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
final class SupportedInstructions {
    private static final System.Logger LOGGER =
            System.getLogger(SupportedInstructions.class.getName());

    private final Set<String> known = new HashSet<>();
    private final Map<String, Set<String>> names = new HashMap<>();
    private final Set<String> ofFunctions = new HashSet<>();

    /** Notes which instructions a body has. */
    void add(FunctionBody body) {
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
     * Looks at all kernels of a module. Kernels that can reach what the device does not have are
     * refused when they are looked up or launched, since programs often have kernels that they do
     * not use; a text that is wrong is refused at once. All bodies must have been added before.
     *
     * @throws KernelFault with all that is wrong
     */
    void check(Collection<KernelCode> kernels) {
        List<String> wrong = new ArrayList<>();
        for (KernelCode kernel : kernels) {
            try {
                require(kernel);
            } catch (KernelFault refused) {
                if (refused.kind() == FaultKind.NOT_SUPPORTED) {
                    kernel.refuse(refused);
                    LOGGER.log(System.Logger.Level.WARNING, refused.getMessage());
                } else {
                    wrong.add(String.valueOf(refused.getMessage()));
                }
            }
        }
        if (!wrong.isEmpty()) {
            throw new KernelFault(FaultKind.INVALID_PTX, String.join("\n", wrong));
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
