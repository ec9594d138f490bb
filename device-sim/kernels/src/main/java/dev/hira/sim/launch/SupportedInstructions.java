package dev.hira.sim.launch;

import dev.hira.sim.code.Routine;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.ptx.model.FunctionBody;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks whether this device supports the instructions that the kernels of a module can reach,
 * without lowering all of them: once an instruction's name, with its modifiers, was lowered, the
 * check takes it to be supported. At load, only those kernels of a large module are lowered that
 * contain something new; impossible operands in the other kernels are found at their first launch.
 * Lowered names count for their own module only, so whether a text loads depends on the text alone.
 */
final class SupportedInstructions {
    private static final System.Logger LOGGER =
            System.getLogger(SupportedInstructions.class.getName());

    private final Set<String> known = new HashSet<>();
    private final Map<String, Set<String>> names = new HashMap<>();
    private final Set<String> ofFunctions = new HashSet<>();

    /** Records the instructions of a body. */
    void add(FunctionBody body) {
        Set<String> own = new HashSet<>();
        body.forEachInstruction(instruction -> own.addAll(names(instruction)));
        names.put(body.function().name(), own);
        if (!body.function().entry()) {
            ofFunctions.addAll(own);
        }
    }

    /**
     * Returns the names that must be supported: the instruction and, for a call, the callee as
     * well.
     */
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
     * Checks all kernels of a module. A kernel that can reach something unsupported is refused when
     * it is looked up or launched, since programs often have kernels that they do not use; an
     * invalid text is refused at once. Modules are texts of guests, so the log of a server has
     * nothing of this by default. All bodies must have been added before.
     *
     * @throws KernelFault with all errors
     */
    void check(Collection<KernelCode> kernels) {
        List<String> wrong = new ArrayList<>();
        for (KernelCode kernel : kernels) {
            try {
                require(kernel);
            } catch (KernelFault refused) {
                if (refused.kind() == FaultKind.NOT_SUPPORTED) {
                    kernel.refuse(refused);
                    LOGGER.log(System.Logger.Level.DEBUG, refused.getMessage());
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
