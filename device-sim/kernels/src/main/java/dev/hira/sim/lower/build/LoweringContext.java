package dev.hira.sim.lower.build;

import dev.hira.sim.ptx.model.PtxFunction;

/**
 * The context of lowering one instruction.
 *
 * @param function the function that contains it
 * @param links the definitions that all routines share
 * @param code receives the steps
 * @param results the function's results
 */
public record LoweringContext(
        PtxFunction function,
        ProgramLinker links,
        RoutineBuilder code,
        NameScopes names,
        Coercions conversions,
        OperandReader values,
        ResultWriter targets,
        RoutineResults results) {
    public static LoweringContext of(PtxFunction function, ProgramLinker links) {
        RoutineBuilder code = new RoutineBuilder();
        NameScopes names = new NameScopes(links, code);
        Coercions conversions = new Coercions(code);
        OperandReader values = new OperandReader(names, conversions);
        ResultWriter targets = new ResultWriter(code, names, values, conversions);
        return new LoweringContext(
                function,
                links,
                code,
                names,
                conversions,
                values,
                targets,
                new RoutineResults(code));
    }

    /** Whether the instruction is in the kernel's own body. */
    public boolean inKernel() {
        return links.isKernel(function);
    }
}
