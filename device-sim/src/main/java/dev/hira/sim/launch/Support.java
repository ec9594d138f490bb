package dev.hira.sim.launch;

import dev.hira.sim.code.Routine;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.ptx.Body;
import dev.hira.sim.ptx.Function;
import dev.hira.sim.ptx.PtxModule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells whether this device supports what the kernels of a module can reach, without lowering all
 * of them: an instruction's name, with its modifiers, that was lowered once is taken to be
 * supported. So only those kernels of a large module are lowered when it is loaded which have
 * something new; for the others it is found at their first launch if their operands are impossible.
 */
final class Support {
    private static final Set<String> KNOWN = ConcurrentHashMap.newKeySet();

    private final Map<String, Set<String>> names = new HashMap<>();
    private final Set<String> ofFunctions = new HashSet<>();

    private Support(PtxModule module, Map<String, Body> bodies) {
        bodies.forEach((name, body) -> {
            Set<String> own = new HashSet<>();
            body.forEachInstruction(instruction -> own.add(instruction.fullName()));
            names.put(name, own);
        });
        for (Function function : module.functions().values()) {
            if (!function.entry()) {
                ofFunctions.addAll(names.getOrDefault(function.name(), Set.of()));
            }
        }
    }

    /**
     * Refuses a module whose kernels can reach what the device does not have.
     *
     * @throws KernelFault with all kernels and instructions
     */
    static void require(
            PtxModule module, Map<String, Body> bodies, Collection<KernelCode> kernels) {
        Support support = new Support(module, bodies);
        List<KernelFault> refusals = new ArrayList<>();
        for (KernelCode kernel : kernels) {
            try {
                support.require(kernel);
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
        if (KNOWN.containsAll(own) && KNOWN.containsAll(ofFunctions)) {
            return;
        }
        for (Routine routine : kernel.program().routines()) {
            KNOWN.addAll(names.getOrDefault(routine.name(), Set.of()));
        }
    }
}
