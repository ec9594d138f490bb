package dev.hira.sim.ptx;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the static shared variables of a kernel lie in the shared memory of a block.
 *
 * @param offsets by variable; those of a function's body by their own declarations
 * @param bytes in all; dynamic shared memory starts behind, aligned as its variable asks
 */
public record SharedLayout(Map<Variable, Long> offsets, long bytes) {
    static SharedLayout of(PtxModule module, Function kernel) {
        Map<Variable, Long> offsets = new LinkedHashMap<>();
        long end = 0;
        for (Function function : module.functions().values()) {
            if (function.equals(kernel) || !function.entry()) {
                for (Variable variable : function.memory()) {
                    end = place(variable, end, offsets);
                }
            }
        }
        for (Variable variable : module.variables().values()) {
            if (variable.space() == StateSpace.SHARED && named(module, kernel, variable)) {
                end = place(variable, end, offsets);
            }
        }
        return new SharedLayout(Map.copyOf(offsets), end);
    }

    private static long place(Variable variable, long end, Map<Variable, Long> offsets) {
        if (variable.space() != StateSpace.SHARED || variable.linkage() == Linkage.EXTERN) {
            return end;
        }
        long start = ParameterLayout.align(end, variable.align());
        offsets.put(variable, start);
        return start + variable.bytes();
    }

    private static boolean named(PtxModule module, Function kernel, Variable variable) {
        for (Function function : module.functions().values()) {
            boolean may = function.equals(kernel) || !function.entry();
            if (may && function.defined() && names(module.source().text(), function, variable)) {
                return true;
            }
        }
        return false;
    }

    private static boolean names(String text, Function function, Variable variable) {
        String name = variable.name();
        int at = text.indexOf(name, function.bodyStart());
        while (at >= 0 && at < function.bodyEnd()) {
            int end = at + name.length();
            if (!Lexer.isWordPart(text.charAt(at - 1)) && !Lexer.isWordPart(text.charAt(end))) {
                return true;
            }
            at = text.indexOf(name, end);
        }
        return false;
    }
}
