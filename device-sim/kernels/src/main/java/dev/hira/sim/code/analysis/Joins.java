package dev.hira.sim.code.analysis;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Routine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Where threads that a branch separated come together again, and what they may have done since.
 *
 * <p>Each way out of the branch gets a label that is handed on from block to block. A block that
 * gets two labels is a join and hands on a label of its own; then the labels are handed out again
 * from the start. What is behind the block where all ways meet does not matter. A loop that some
 * threads leave earlier than others is seen as well: the label of those who stay comes round to the
 * branch and from there to the way out. The idea is that of synchronization dependence in J.
 * Rosemann, S. Moll and S. Hack, "An Abstract Interpretation for SPMD Divergence on Reducible
 * Control Flow Graphs" (2021).
 */
public final class Joins {
    private static final int NONE = -1;

    private final List<BasicBlock> blocks;
    private final List<List<Integer>> predecessors;
    private final PostDominators ends;

    public Joins(Routine routine) {
        this.blocks = routine.blocks();
        this.predecessors =
                DominatorTree.reversed(
                        blocks.stream().map(block -> block.exit().targets()).toList());
        this.ends = PostDominators.of(routine);
    }

    /**
     * A join.
     *
     * @param block where threads come together
     * @param between the blocks that they may have come through since the branch
     */
    public record Join(int block, BitSet between) {}

    /** The joins of the branch that ends a block. */
    public List<Join> of(BasicBlock branch) {
        BitSet joins = new BitSet();
        int[] labels = new int[blocks.size()];
        boolean complete = false;
        while (!complete) {
            complete = label(branch, labels, joins);
        }
        List<Join> found = new ArrayList<>();
        int end = ends.next(branch.index());
        joins.stream().forEach(join -> found.add(new Join(join, between(join, labels, end))));
        return found;
    }

    /** Hands out labels; ends early, with false, when there is one more join. */
    private boolean label(BasicBlock branch, int[] labels, BitSet joins) {
        Arrays.fill(labels, NONE);
        int end = ends.next(branch.index());
        BitSet open = new BitSet();
        for (int target : branch.exit().targets()) {
            labels[target] = target;
            open.set(target);
        }
        for (int at = open.nextSetBit(0); at >= 0; at = open.nextSetBit(0)) {
            open.clear(at);
            if (at == end) {
                continue;
            }
            for (int target : blocks.get(at).exit().targets()) {
                int label = joins.get(target) ? target : labels[at];
                if (labels[target] == NONE) {
                    labels[target] = label;
                    open.set(target);
                } else if (labels[target] != label) {
                    joins.set(target);
                    return false;
                }
            }
        }
        return true;
    }

    /** The labelled blocks that lead to one without passing the end of all ways. */
    private BitSet between(int join, int[] labels, int end) {
        BitSet found = new BitSet();
        List<Integer> open = new ArrayList<>(predecessors.get(join));
        while (!open.isEmpty()) {
            int block = open.removeLast();
            if (labels[block] != NONE && block != end && !found.get(block)) {
                found.set(block);
                open.addAll(predecessors.get(block));
            }
        }
        return found;
    }
}
