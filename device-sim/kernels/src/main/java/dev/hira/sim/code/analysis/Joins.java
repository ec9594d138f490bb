package dev.hira.sim.code.analysis;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Routine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Finds the blocks at which threads that a branch separated rejoin, and the blocks that they may
 * have executed in between.
 *
 * <p>Each way out of the branch gets a label that is propagated from block to block. A block that
 * receives two labels is a join and propagates a label of its own; the propagation then restarts.
 * Blocks after the block where all ways meet do not matter. A loop that some threads leave earlier
 * than others is found as well: the label of the remaining threads comes round to the branch and
 * from there to the way out. The idea is that of synchronization dependence in J. Rosemann, S. Moll
 * and S. Hack, "An Abstract Interpretation for SPMD Divergence on Reducible Control Flow Graphs"
 * (2021).
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
     * @param block block at which threads rejoin
     * @param between the blocks that threads may have passed through since the branch
     */
    public record Join(int block, BitSet between) {}

    /** Returns the joins of the branch that ends a block. */
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

    /** Propagates labels; ends early and returns false when it finds another join. */
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

    /**
     * Returns the labelled blocks that lead to a join without passing through the block where all
     * ways meet.
     */
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
