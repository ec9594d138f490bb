package dev.hira.sim.code.analysis;

import dev.hira.sim.code.BasicBlock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Orders the reachable blocks so that each follows the blocks that lead to it, except for loops.
 */
public final class BlockOrder {
    private BlockOrder() {}

    /** A block with successors still to be visited. */
    private static final class Visit {
        final int block;
        final List<Integer> targets;
        int next;

        Visit(BasicBlock block, List<BasicBlock> blocks) {
            this.block = block.index();
            this.targets =
                    block.exit().targets().stream()
                            .sorted(Comparator.comparingInt(target -> start(blocks.get(target))))
                            .toList();
            this.next = targets.size();
        }

        private static int start(BasicBlock block) {
            return block.steps().isEmpty() ? block.exit().at() : block.steps().getFirst().at();
        }
    }

    /**
     * Returns the blocks in reverse post order of a depth-first search from the first block. Where
     * the graph decides nothing, the order of the text does, so that loops stay contiguous.
     */
    public static List<Integer> of(List<BasicBlock> blocks) {
        List<Integer> order = new ArrayList<>();
        BitSet seen = new BitSet();
        Deque<Visit> open = new ArrayDeque<>();
        seen.set(0);
        open.push(new Visit(blocks.getFirst(), blocks));
        while (!open.isEmpty()) {
            Visit visit = open.getFirst();
            if (visit.next == 0) {
                order.add(visit.block);
                open.pop();
                continue;
            }
            int target = visit.targets.get(--visit.next);
            if (!seen.get(target)) {
                seen.set(target);
                open.push(new Visit(blocks.get(target), blocks));
            }
        }
        Collections.reverse(order);
        return order;
    }
}
