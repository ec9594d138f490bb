package dev.hira.sim.launch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.cuda.CUresult;
import dev.hira.sim.code.Program;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.ptx.Function;
import dev.hira.sim.ptx.PtxException;
import dev.hira.sim.ptx.PtxModule;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A kernel's code, made when it is needed first and shared by all who have loaded the same text.
 */
final class KernelCode {
    private final PtxModule module;
    private final Function function;
    private final BiFunction<PtxModule, Function, Program> lowering;
    private final Tiers tiers;

    @GuardedBy("this")
    private @Nullable Program program;

    @GuardedBy("this")
    private Tiers.@Nullable Choice choice;

    @GuardedBy("this")
    private @Nullable CostModel costs;

    KernelCode(
            PtxModule module,
            Function function,
            BiFunction<PtxModule, Function, Program> lowering,
            Tiers tiers) {
        this.module = module;
        this.function = function;
        this.lowering = lowering;
        this.tiers = tiers;
    }

    Function function() {
        return function;
    }

    /** The program. */
    synchronized Program program() {
        if (program == null) {
            try {
                program = lowering.apply(module, function);
            } catch (PtxException wrong) {
                throw new KernelFault(
                        CUresult.CUDA_ERROR_INVALID_PTX,
                        "The kernel '"
                                + function.name()
                                + "' is not valid PTX.\n"
                                + wrong.getMessage());
            }
        }
        return program;
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
