package dev.hira.sim.launch;

import dev.hira.sim.kernel.KernelTarget;
import dev.hira.sim.kernel.ModuleKernel;
import dev.hira.sim.ptx.PtxModule;
import dev.hira.sim.ptx.model.ParameterLayout;
import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.ptx.model.StateSpace;
import dev.hira.sim.ptx.model.Variable;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a kernel's needs and parameters from PTX, in the form in which a driver reports them. */
final class PtxNeeds {
    /**
     * Registers reported for a kernel that states no maximum; PTX itself has unlimited registers.
     */
    private static final int USUAL_REGISTERS = 32;

    private PtxNeeds() {}

    static ModuleKernel.Needs of(PtxModule module, PtxFunction kernel, KernelTarget device) {
        int stated = kernel.tuning().maxRegisters();
        int registers = stated == 0 ? USUAL_REGISTERS : Math.min(stated, USUAL_REGISTERS);
        return new ModuleKernel.Needs(
                kernel.tuning().threadsPerBlock(device.limits().threadsPerBlock()),
                registers,
                clamp(module.sharedLayout(kernel).bytes()),
                clamp(bytes(module.variables().values(), StateSpace.CONST)),
                clamp(bytes(kernel.memory(), StateSpace.LOCAL)),
                module.architecture(),
                10 * device.major() + device.minor());
    }

    /** Returns the size of a kernel's packed parameters. */
    static long parameterBytes(PtxFunction kernel) {
        return ParameterLayout.of(kernel.parameters()).bytes();
    }

    static List<ModuleKernel.Parameter> parameters(PtxFunction kernel) {
        return ParameterLayout.of(kernel.parameters()).places().stream()
                .map(place ->
                        new ModuleKernel.Parameter(
                                place.offset(),
                                place.parameter().bytes(),
                                pointee(place.parameter().pointee())))
                .toList();
    }

    private static ModuleKernel.Parameter.Pointee pointee(@Nullable StateSpace space) {
        return switch (space) {
            case SHARED -> ModuleKernel.Parameter.Pointee.SHARED;
            case GLOBAL, CONST -> ModuleKernel.Parameter.Pointee.GLOBAL;
            case null, default -> ModuleKernel.Parameter.Pointee.UNKNOWN;
        };
    }

    private static long bytes(Collection<Variable> variables, StateSpace space) {
        return variables.stream()
                .filter(variable -> variable.space() == space)
                .mapToLong(Variable::bytes)
                .sum();
    }

    private static int clamp(long bytes) {
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }
}
