package dev.hira.sim.launch;

import dev.hira.sim.code.Program;
import dev.hira.sim.jit.CompilationOutcome;
import dev.hira.sim.jit.CompiledProgram;
import dev.hira.sim.jit.Jit;
import dev.hira.sim.simt.Simt;

/**
 * The SIMT tier. If its compiler fails, it logs the failure and refuses the program, which another
 * tier then runs.
 */
final class SimtTier implements Tier {
    private static final System.Logger LOGGER = System.getLogger(SimtTier.class.getName());

    @Override
    public String name() {
        return "simt";
    }

    @Override
    public Attempt prepare(Program program) {
        try {
            return switch (Jit.compile(program)) {
                case CompilationOutcome.Compiled(CompiledProgram scalar) -> prepare(scalar);
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

    private Attempt prepare(CompiledProgram scalar) {
        return switch (Simt.compile(scalar)) {
            case Simt.Outcome.Compiled(CompiledProgram groups, _) -> ready(groups);
            case Simt.Outcome.Refused(String why) -> new Attempt.Refused(why);
        };
    }
}
