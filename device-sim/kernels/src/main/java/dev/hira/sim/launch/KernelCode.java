package dev.hira.sim.launch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.sim.code.Program;
import dev.hira.sim.interpret.Interpreter;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.lower.Lowering;
import dev.hira.sim.lower.build.LoweringException;
import dev.hira.sim.ptx.PtxModule;
import dev.hira.sim.ptx.SharedLayout;
import dev.hira.sim.ptx.model.PtxFunction;
import org.jspecify.annotations.Nullable;

/**
 * The code of a kernel. It is made on first use and shared by all contexts that have loaded the
 * same text.
 */
final class KernelCode {
    private final PtxModule module;
    private final PtxFunction function;
    private final Tiers tiers;

    private volatile @Nullable Program program;
    private volatile @Nullable KernelFault refusal;

    /** Held while the kernel is compiled, which takes longer than other launches may wait. */
    private final Object compiling = new Object();

    @GuardedBy("compiling")
    private Tiers.@Nullable Choice compiled;

    @GuardedBy("compiling")
    private Tiers.@Nullable Choice watched;

    @GuardedBy("this")
    private @Nullable CostModel costs;

    @GuardedBy("this")
    private @Nullable Interpreter counter;

    KernelCode(PtxModule module, PtxFunction function, Tiers tiers) {
        this.module = module;
        this.function = function;
        this.tiers = tiers;
    }

    PtxFunction function() {
        return function;
    }

    /** Makes all later uses of the kernel fail with this reason. */
    void refuse(KernelFault why) {
        refusal = why;
    }

    /**
     * Throws if this device was found not to support the kernel.
     *
     * @throws KernelFault with the unsupported features
     */
    void requireSupported() {
        KernelFault why = refusal;
        if (why != null) {
            throw why;
        }
    }

    /**
     * Returns the program.
     *
     * @throws KernelFault when this device cannot run it
     */
    Program program() {
        Program known = program;
        return known != null ? known : lower();
    }

    private synchronized Program lower() {
        Program known = program;
        if (known == null) {
            known = lowered();
            program = known;
        }
        return known;
    }

    private Program lowered() {
        requireSupported();
        try {
            return Lowering.program(module, function);
        } catch (LoweringException refused) {
            FaultKind code =
                    refused.unsupported().isEmpty()
                            ? FaultKind.INVALID_PTX
                            : FaultKind.NOT_SUPPORTED;
            throw new KernelFault(code, String.valueOf(refused.getMessage()));
        }
    }

    /** Returns the compiled kernel; the first call chooses its tier and compiles it. */
    Tiers.Choice compiled() {
        synchronized (compiling) {
            if (compiled == null) {
                compiled = tiers.choose(program());
            }
            return compiled;
        }
    }

    /** Returns the engine that runs the kernel under observation. */
    Tiers.Choice watched() {
        synchronized (compiling) {
            if (watched == null) {
                watched = tiers.chooseObserved(program());
            }
            return watched;
        }
    }

    /** Returns the layout of the shared variables that the kernel can name. */
    SharedLayout sharedLayout() {
        return module.sharedLayout(function);
    }

    /**
     * Returns the interpreter that counts how often instructions are executed.
     *
     * @param watching whether it reports the threads' actions to witnesses
     */
    synchronized Interpreter counter(boolean watching) {
        if (watching) {
            return Interpreter.watched(program());
        }
        if (counter == null) {
            counter = Interpreter.of(program());
        }
        return counter;
    }

    /** Returns the kernel's cost model. */
    synchronized CostModel costs() {
        if (costs == null) {
            costs = CostModel.of(program());
        }
        return costs;
    }
}
