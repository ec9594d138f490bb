package dev.hira.sim.jit;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Step;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Loops in which a thread may wait for what another does in memory: those that read memory in a way
 * that is meant for it. Threads of a block run one after another, so one that waits for the next
 * must be left in favour of it.
 */
final class Waits {
    private Waits() {}

    /**
     * The blocks at which such loops are closed.
     *
     * @param order blocks as a method has them; who goes to the same or an earlier one closes a
     *     loop
     */
    static BitSet heads(List<BasicBlock> order) {
        Map<Integer, Integer> places = new HashMap<>();
        order.forEach(block -> places.put(block.index(), places.size()));
        BitSet heads = new BitSet();
        for (BasicBlock block : order) {
            for (int target : block.exit().targets()) {
                int behind = order.size();
                if (places.getOrDefault(target, behind)
                                <= places.getOrDefault(block.index(), behind - 1)
                        && waits(order, block.index(), target)) {
                    heads.set(target);
                }
            }
        }
        return heads;
    }

    /** Whether any block between the head of a loop and one that closes it waits. */
    private static boolean waits(List<BasicBlock> order, int closing, int head) {
        BitSet inside = new BitSet();
        inside.set(head);
        Deque<Integer> open = new ArrayDeque<>();
        if (closing != head) {
            inside.set(closing);
            open.add(closing);
        }
        while (!open.isEmpty()) {
            int block = open.remove();
            for (BasicBlock before : order) {
                if (before.exit().targets().contains(block) && !inside.get(before.index())) {
                    inside.set(before.index());
                    open.add(before.index());
                }
            }
        }
        return order.stream()
                .filter(block -> inside.get(block.index()))
                .anyMatch(block -> block.steps().stream().anyMatch(Waits::isWaiting));
    }

    private static boolean isWaiting(Step step) {
        return switch (step) {
            case Step.Load load -> isMeant(load.access().order());
            case Step.Atomic atomic -> atomic.target() != null;
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
