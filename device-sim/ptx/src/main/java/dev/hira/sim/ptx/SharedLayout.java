package dev.hira.sim.ptx;

import dev.hira.sim.ptx.model.Linkage;
import dev.hira.sim.ptx.model.ParameterLayout;
import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.ptx.model.StateSpace;
import dev.hira.sim.ptx.model.Variable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The placement of a kernel's static shared variables in the shared memory of a block.
 *
 * @param offsets by variable; those of a function's body by their own declarations
 * @param bytes total size; dynamic shared memory follows, aligned as its variable asks
 */
public record SharedLayout(Map<Variable, Long> offsets, long bytes) {
    static SharedLayout of(PtxModule module, PtxFunction kernel) {
        Map<Variable, Long> offsets = new LinkedHashMap<>();
        long end = 0;
        SharedNames names = module.sharedNames();
        boolean placed = false;
        for (PtxFunction function : names.declaring()) {
            if (!placed && function.offset() > kernel.offset()) {
                end = place(kernel, end, offsets);
                placed = true;
            }
            end = place(function, end, offsets);
        }
        if (!placed) {
            end = place(kernel, end, offsets);
        }
        if (names.any()) {
            for (Variable variable : module.variables().values()) {
                if (names.isNamed(kernel, variable)) {
                    end = place(variable, end, offsets);
                }
            }
        }
        return new SharedLayout(Map.copyOf(offsets), end);
    }

    private static long place(PtxFunction function, long end, Map<Variable, Long> offsets) {
        long behind = end;
        for (Variable variable : function.memory()) {
            behind = place(variable, behind, offsets);
        }
        return behind;
    }

    private static long place(Variable variable, long end, Map<Variable, Long> offsets) {
        if (variable.space() != StateSpace.SHARED || variable.linkage() == Linkage.EXTERN) {
            return end;
        }
        long start = ParameterLayout.align(end, variable.align());
        offsets.put(variable, start);
        return start + variable.bytes();
    }
}
