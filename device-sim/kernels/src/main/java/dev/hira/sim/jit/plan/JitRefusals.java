package dev.hira.sim.jit.plan;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Decides which programs are left to other engines, and why. */
public final class JitRefusals {
    /** The largest method that the JVM compiles, minus a reserve because sizes are estimated. */
    private static final int MOST_BYTES_OF_ROUTINE = 6000;

    /** The largest kernel, in estimated bytes of code including inlined routines. */
    private static final long MOST_BYTES = 2 << 20;

    private JitRefusals() {}

    /** Returns why a program is refused, as a clause; null when it is accepted. */
    public static @Nullable String reason(Program program, CallGraph calls, BitSet inlined) {
        BitSet pointed = calls.calledThroughPointers();
        pointed.and(inlined);
        BitSet recursive = calls.recursive(inlined);
        for (Routine routine : program.routines()) {
            int index = routine.index();
            if (!calls.reachable().get(index)) {
                continue;
            }
            if (usesStackBuiltins(routine)) {
                return name(routine) + " allocates on the stack while it runs";
            }
            if (pointed.get(index) || recursive.get(index)) {
                return name(routine)
                        + " cannot be inlined into the kernel, because it is "
                        + (pointed.get(index) ? "called through a pointer" : "recursive")
                        + ", but must be, because "
                        + (isLarge(routine)
                                ? "it is too large for a method"
                                : "threads meet in it or in a function that it calls");
            }
        }
        return null;
    }

    /**
     * Returns why code that reports its accesses is refused, as a clause, or null. Each call of a
     * routine has a new frame, whose bytes are undefined; the frame of an inlined routine is the
     * same for all its calls.
     */
    public static @Nullable String unobservable(Program program, CallGraph calls, BitSet inlined) {
        for (Routine routine : program.routines()) {
            int index = routine.index();
            if (calls.reachable().get(index) && inlined.get(index) && routine.frameBytes() > 0) {
                return name(routine)
                        + " has variables on the stack and is inlined, so that its calls cannot be"
                        + " told apart";
            }
        }
        return null;
    }

    private static String name(Routine routine) {
        return (routine.index() == 0 ? "the kernel " : "the function ") + routine.name();
    }

    /** Returns why a kernel is refused after inlining, as a clause; null when it is accepted. */
    public static @Nullable String reason(Routine kernel) {
        long size = kernel.blocks().stream().mapToLong(CodeSize::of).sum();
        return size <= MOST_BYTES
                ? null
                : "it would be about "
                        + size
                        + " bytes of code, but at most "
                        + MOST_BYTES
                        + " are compiled";
    }

    /** Returns whether a routine must be inlined into the kernel. */
    public static boolean mustBeInlined(Routine routine) {
        return routine.index() != 0 && (meets(routine) || isLarge(routine));
    }

    /** Returns whether threads may wait for others in a loop of a routine. */
    public static boolean waits(Routine routine) {
        return routine.index() != 0 && !SpinLoops.heads(PieceCutter.order(routine)).isEmpty();
    }

    private static boolean isLarge(Routine routine) {
        return routine.blocks().stream().mapToInt(CodeSize::of).sum() > MOST_BYTES_OF_ROUTINE;
    }

    /** Returns whether threads meet in a routine itself. */
    static boolean meets(Routine routine) {
        return routine.blocks().stream().anyMatch(block -> block.exit() instanceof Exit.Stop);
    }

    /** Returns whether a thread may end in a routine other than by returning from it. */
    public static boolean quits(Routine routine) {
        return routine.blocks().stream().anyMatch(block -> block.exit() instanceof Exit.Quit);
    }

    private static boolean usesStackBuiltins(Routine routine) {
        for (BasicBlock block : routine.blocks()) {
            if (block.steps().stream().anyMatch(JitRefusals::isOfStack)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfStack(Step step) {
        return switch (step) {
            case Step.BuiltinCall call ->
                    switch (call.builtin()) {
                        case ALLOCA, STACK_SAVE, STACK_RESTORE -> true;
                        case VPRINTF, ASSERT_FAIL, MALLOC, FREE -> false;
                    };
            case Step.Guarded guarded -> isOfStack(guarded.step());
            default -> false;
        };
    }
}
