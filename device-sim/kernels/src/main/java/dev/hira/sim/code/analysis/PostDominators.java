package dev.hira.sim.code.analysis;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Routine;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * Finds where all paths from a block rejoin, at the latest at the end of the routine. No path leads
 * from an endless loop to that end; the loop's last block counts as an end, too.
 */
public final class PostDominators {
    private final DominatorTree tree;
    private final int end;

    private PostDominators(DominatorTree tree, int end) {
        this.tree = tree;
        this.end = end;
    }

    /** Computes the postdominators of a routine's blocks. */
    public static PostDominators of(Routine routine) {
        int end = routine.blocks().size();
        List<List<Integer>> successors = new ArrayList<>();
        for (BasicBlock block : routine.blocks()) {
            List<Integer> targets = block.exit().targets();
            successors.add(targets.isEmpty() ? List.of(end) : new ArrayList<>(targets));
        }
        successors.add(List.of());
        List<List<Integer>> predecessors = DominatorTree.reversed(successors);
        BitSet seen = new BitSet();
        List<Integer> order = new ArrayList<>();
        visit(end, predecessors, seen, order);
        order.removeLast();
        for (int block = end - 1; block >= 0; block--) {
            if (!seen.get(block)) {
                successors.get(block).add(end);
                predecessors.get(end).add(block);
                visit(block, predecessors, seen, order);
            }
        }
        order.add(end);
        Collections.reverse(order);
        return new PostDominators(DominatorTree.of(order, successors), end);
    }

    /** Adds all nodes that lead to a node, in post order. */
    private static void visit(
            int from, List<List<Integer>> predecessors, BitSet seen, List<Integer> order) {
        List<int[]> open = new ArrayList<>();
        seen.set(from);
        open.add(new int[] {from, 0});
        while (!open.isEmpty()) {
            int[] visit = open.getLast();
            List<Integer> next = predecessors.get(visit[0]);
            if (visit[1] == next.size()) {
                order.add(visit[0]);
                open.removeLast();
            } else {
                int node = next.get(visit[1]++);
                if (!seen.get(node)) {
                    seen.set(node);
                    open.add(new int[] {node, 0});
                }
            }
        }
    }

    /** Returns the nearest block through which all paths from this one pass, or {@link #end}. */
    public int next(int block) {
        return tree.immediate(block);
    }

    /** The number that represents the end of the routine: one more than its last block. */
    public int end() {
        return end;
    }
}
