package dev.hira.sim.lower;

import dev.hira.sim.ptx.Function;

/**
 * What the lowering of an instruction works with.
 *
 * @param function whose body it is in
 * @param links what all routines share
 * @param code where the steps go
 * @param results the function's results
 */
record Context(
        Function function,
        Links links,
        Code code,
        Names names,
        Conversions conversions,
        Values values,
        Targets targets,
        Results results) {
    static Context of(Function function, Links links) {
        Code code = new Code();
        Names names = new Names(links, code);
        Conversions conversions = new Conversions(code);
        Values values = new Values(names, conversions);
        Targets targets = new Targets(code, names, values, conversions);
        return new Context(
                function, links, code, names, conversions, values, targets, new Results(code));
    }

    /** Whether it is the kernel's own body. */
    boolean inKernel() {
        return links.isKernel(function);
    }
}
