package dev.hira.sim.ptx;

import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.ptx.model.StateSpace;
import dev.hira.sim.ptx.model.Variable;
import dev.hira.sim.ptx.text.PtxLexer;
import dev.hira.sim.ptx.text.PtxSource;
import dev.hira.sim.ptx.text.SyntaxFault;
import dev.hira.sim.ptx.text.TokenKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The shared variables that a module's kernels need, found in one pass over the text: those that
 * device functions declare, and the module's own variables that each function names.
 */
final class SharedNames {
    /** Device functions that declare shared variables, in the order of the module. */
    private final List<PtxFunction> declaring = new ArrayList<>();

    private final Map<String, Variable> shared = new HashMap<>();

    /** The module's shared variables that a device function names. */
    private final Set<String> ofDevice = new HashSet<>();

    /** The module's shared variables that a kernel names, by kernel. */
    private final Map<String, Set<String>> ofKernels = new HashMap<>();

    SharedNames(PtxModule module) {
        for (Variable variable : module.variables().values()) {
            if (variable.space() == StateSpace.SHARED) {
                shared.put(variable.name(), variable);
            }
        }
        for (PtxFunction function : module.functions().values()) {
            if (!function.entry() && !function.memory().isEmpty()) {
                declaring.add(function);
            }
            if (function.defined() && !shared.isEmpty()) {
                Set<String> named = named(module.source(), function);
                if (!function.entry()) {
                    ofDevice.addAll(named);
                } else if (!named.isEmpty()) {
                    ofKernels.put(function.name(), named);
                }
            }
        }
    }

    List<PtxFunction> declaring() {
        return declaring;
    }

    /** Returns whether a kernel or a device function names a shared variable of the module. */
    boolean isNamed(PtxFunction kernel, Variable variable) {
        return ofDevice.contains(variable.name())
                || ofKernels.getOrDefault(kernel.name(), Set.of()).contains(variable.name());
    }

    /** Returns whether the module has shared variables of its own. */
    boolean any() {
        return !shared.isEmpty();
    }

    /** An error in the body is reported when the body is parsed. */
    private Set<String> named(PtxSource source, PtxFunction function) {
        Set<String> named = new HashSet<>();
        try {
            PtxLexer lexer = new PtxLexer(source, function.bodyStart(), function.bodyEnd());
            while (lexer.kind() != TokenKind.END) {
                if (lexer.kind() == TokenKind.WORD && shared.containsKey(lexer.token())) {
                    named.add(lexer.token());
                }
                lexer.next();
            }
        } catch (SyntaxFault reportedLater) {
            return named;
        }
        return named;
    }
}
