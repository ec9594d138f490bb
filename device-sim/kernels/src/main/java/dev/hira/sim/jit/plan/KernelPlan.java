package dev.hira.sim.jit.plan;

import dev.hira.sim.code.Program;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.analysis.Liveness;
import java.lang.constant.ClassDesc;
import java.util.List;

/**
 * The results of all analyses of a kernel, before its code is emitted.
 *
 * @param owner the generated class
 * @param program the program that the kernel belongs to
 * @param kernel the kernel with inlined routines
 * @param liveness the registers whose values are read later
 * @param kept how registers survive between pieces
 * @param folding the computations that need no register
 * @param symbolic the registers with addresses of module variables
 * @param alignment the low bits of registers that are known to be zero
 * @param cut its pieces
 * @param stored the numbers of the registers that are saved while threads are stopped
 * @param mayQuit whether a routine that it calls may end the thread
 * @param style how its code differs from the usual
 * @param observed the accesses that its code reports, if it does
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
        CodeStyle style,
        ObservedAccesses observed) {
    /**
     * Makes the plan.
     *
     * @param most the size of a piece, in estimated bytes of code
     */
    public static KernelPlan of(
            ClassDesc owner, Program program, Routine kernel, int most, boolean mayQuit) {
        return of(owner, program, kernel, most, mayQuit, CodeStyle.USUAL);
    }

    /** Makes the plan of code of some style. */
    public static KernelPlan of(
            ClassDesc owner,
            Program program,
            Routine kernel,
            int most,
            boolean mayQuit,
            CodeStyle style) {
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
                style,
                new ObservedAccesses());
    }

    /** Returns the plan with the same cuts and stores, but with every computation in its place. */
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
                style,
                observed);
    }

    /**
     * Returns whether threads run from beginning to end, so that their sites need not be recorded.
     */
    public boolean runsThrough() {
        return pieces().size() == 1;
    }

    /** Returns the pieces, the first of which is the beginning. */
    public List<Piece> pieces() {
        return cut.all();
    }
}
