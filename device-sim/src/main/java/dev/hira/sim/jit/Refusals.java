package dev.hira.sim.jit;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What programs are left to other engines, and why. */
final class Refusals {
    /** The largest method that the JVM compiles, and a reserve because sizes are estimated. */
    private static final int MOST_BYTES_OF_ROUTINE = 7000;

    private Refusals() {}

    /** Why the program is refused, as a clause; null when it is not. */
    static @Nullable String reason(Program program, Routine kernel, List<Routine> routines) {
        if (usesStackBuiltins(kernel)) {
            return "it allocates on the stack while it runs";
        }
        for (Routine routine : routines) {
            if (usesStackBuiltins(routine)) {
                return "the function " + routine.name() + " allocates on the stack while it runs";
            }
            if (meets(routine)) {
                return "threads meet in the function " + routine.name() + ", which is not inlined";
            }
            int size = routine.blocks().stream().mapToInt(CodeSize::of).sum();
            if (size > MOST_BYTES_OF_ROUTINE) {
                return "the function "
                        + routine.name()
                        + " is too large for one method: about "
                        + size
                        + " bytes of code, of "
                        + MOST_BYTES_OF_ROUTINE
                        + " that it may have";
            }
        }
        return null;
    }

    /** Whether threads meet in a routine itself. */
    static boolean meets(Routine routine) {
        return routine.blocks().stream().anyMatch(block -> block.exit() instanceof Exit.Stop);
    }

    /** Whether a thread may end in a routine other than by returning from it. */
    static boolean quits(Routine routine) {
        return routine.blocks().stream().anyMatch(block -> block.exit() instanceof Exit.Quit);
    }

    private static boolean usesStackBuiltins(Routine routine) {
        for (BasicBlock block : routine.blocks()) {
            if (block.steps().stream().anyMatch(Refusals::isOfStack)) {
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
