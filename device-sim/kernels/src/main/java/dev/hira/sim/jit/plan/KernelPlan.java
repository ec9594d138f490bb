package dev.hira.sim.jit.plan;

import dev.hira.sim.code.Program;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.analysis.Liveness;
import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.Set;

/**
 * All that is known about a kernel before its code is emitted.
 *
 * @param owner the class that is generated
 * @param kernel the kernel with what was inlined into it
 * @param cut how it is cut into pieces
 * @param mayQuit whether a routine that it calls may end the thread
 * @param omitted what its code does without
 */
public record KernelPlan(
        ClassDesc owner,
        Program program,
        Routine kernel,
        Liveness liveness,
        RegisterPlan kept,
        ExpressionFolding folding,
        SymbolAddresses symbolic,
        KnownAlignment alignment,
        PieceCutter cut,
        SavedRegisters stored,
        boolean mayQuit,
        Set<OmittedFeature> omitted) {
    /**
     * Makes the plan.
     *
     * @param most the size of a piece, in estimated bytes of code
     */
    public static KernelPlan of(
            ClassDesc owner, Program program, Routine kernel, int most, boolean mayQuit) {
        return of(owner, program, kernel, most, mayQuit, Set.of());
    }

    /** Makes the plan of code that does without something. */
    public static KernelPlan of(
            ClassDesc owner,
            Program program,
            Routine kernel,
            int most,
            boolean mayQuit,
            Set<OmittedFeature> omitted) {
        Liveness liveness = Liveness.of(kernel);
        RegisterPlan kept = RegisterPlan.of(kernel, program.parameterBytes());
        PieceCutter pieces = PieceCutter.of(program, kernel, most);
        return new KernelPlan(
                owner,
                program,
                kernel,
                liveness,
                kept,
                ExpressionFolding.of(kernel, kept),
                SymbolAddresses.of(kernel),
                KnownAlignment.of(kernel, kept),
                pieces,
                SavedRegisters.of(kernel, pieces.all(), liveness, kept),
                mayQuit,
                omitted);
    }

    /** The same cuts and stores, but every computation is done in its place. */
    public KernelPlan unfolded() {
        return new KernelPlan(
                owner,
                program,
                kernel,
                liveness,
                kept,
                ExpressionFolding.none(kernel),
                symbolic,
                alignment,
                cut,
                stored,
                mayQuit,
                omitted);
    }

    /** Whether threads run from beginning to end, so that nobody asks in between where they are. */
    public boolean runsThrough() {
        return pieces().size() == 1;
    }

    /** The pieces, that of the beginning first. */
    public List<Piece> pieces() {
        return cut.all();
    }
}
