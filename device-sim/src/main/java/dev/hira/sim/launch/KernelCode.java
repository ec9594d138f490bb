package dev.hira.sim.launch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.cuda.CUresult;
import dev.hira.sim.code.Program;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.lower.Lowering;
import dev.hira.sim.lower.LoweringException;
import dev.hira.sim.ptx.Function;
import dev.hira.sim.ptx.PtxModule;
import org.jspecify.annotations.Nullable;

/**
 * A kernel's code, made when it is needed first and shared by all who have loaded the same text.
 */
final class KernelCode {
    private final PtxModule module;
    private final Function function;
    private final Tiers tiers;

    @GuardedBy("this")
    private @Nullable Program program;

    @GuardedBy("this")
    private Tiers.@Nullable Choice choice;

    @GuardedBy("this")
    private @Nullable CostModel costs;

    KernelCode(PtxModule module, Function function, Tiers tiers) {
        this.module = module;
        this.function = function;
        this.tiers = tiers;
    }

    Function function() {
        return function;
    }

    /**
     * The program.
     *
     * @throws KernelFault when this device cannot have it
     */
    synchronized Program program() {
        if (program == null) {
            program = lowered();
        }
        return program;
    }

    private Program lowered() {
        try {
            return Lowering.program(module, function);
        } catch (LoweringException refused) {
            CUresult code =
                    refused.unsupported().isEmpty()
                            ? CUresult.CUDA_ERROR_INVALID_PTX
                            : CUresult.CUDA_ERROR_NOT_SUPPORTED;
            throw new KernelFault(code, String.valueOf(refused.getMessage()));
        }
    }

    /** What runs it. */
    synchronized Tiers.Choice choice() {
        if (choice == null) {
            choice = tiers.choose(program());
        }
        return choice;
    }

    /** What it costs. */
    synchronized CostModel costs() {
        if (costs == null) {
            costs = CostModel.of(program());
        }
        return costs;
    }
}
