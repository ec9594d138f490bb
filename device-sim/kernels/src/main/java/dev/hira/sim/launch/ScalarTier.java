package dev.hira.sim.launch;

import dev.hira.sim.code.Program;
import dev.hira.sim.jit.CompilationOutcome;
import dev.hira.sim.jit.Jit;
import dev.hira.sim.jit.plan.CodeStyle;

/**
 * The scalar tier. If its compiler fails, it logs the failure and refuses the program, which
 * another tier then runs.
 *
 * @param style how its code differs from the usual
 */
record ScalarTier(CodeStyle style) implements Tier {
    private static final System.Logger LOGGER = System.getLogger(ScalarTier.class.getName());

    @Override
    public String name() {
        return "scalar";
    }

    @Override
    public Attempt prepare(Program program) {
        try {
            return switch (Jit.compile(program, style)) {
                case CompilationOutcome.Compiled(var compiled) -> ready(compiled);
                case CompilationOutcome.Refused(String reason) -> new Attempt.Refused(reason);
            };
        } catch (RuntimeException | LinkageError | VirtualMachineError failure) {
            LOGGER.log(
                    System.Logger.Level.WARNING,
                    "The kernel '" + program.kernel().name() + "' could not be compiled.",
                    failure);
            return new Attempt.Refused("its compiler failed with " + failure);
        }
    }
}
