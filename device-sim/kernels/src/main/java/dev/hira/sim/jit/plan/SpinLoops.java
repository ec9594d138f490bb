package dev.hira.sim.jit.plan;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Step;
import java.util.BitSet;
import java.util.List;

/**
 * Finds loops in which a thread may wait for another thread's write: loops that read memory with an
 * access meant for that. Threads of a block run one after another, so a thread that waits for a
 * later one must yield to it.
 */
final class SpinLoops {
    private SpinLoops() {}

    /**
     * Returns the heads of such loops.
     *
     * @param order blocks in the order of the method
     */
    static BitSet heads(List<BasicBlock> order) {
        return BlockLoops.heads(
                order,
                inside ->
                        inside.stream()
                                .anyMatch(block ->
                                        block.steps().stream().anyMatch(SpinLoops::isWaiting)));
    }

    private static boolean isWaiting(Step step) {
        return switch (step) {
            case Step.Load load -> isMeant(load.access().order());
            case Step.Atomic atomic -> !atomic.isUnwanted();
            case Step.Guarded guarded -> isWaiting(guarded.step());
            case Step.Compute _,
                    Step.Move _,
                    Step.Select _,
                    Step.Store _,
                    Step.Fence _,
                    Step.Call _,
                    Step.IndirectCall _,
                    Step.BuiltinCall _ ->
                    false;
        };
    }

    private static boolean isMeant(Access.Order order) {
        return switch (order) {
            case VOLATILE, RELAXED, ACQUIRE, ACQUIRE_RELEASE -> true;
            case WEAK, READ_ONLY, RELEASE -> false;
        };
    }
}
