package dev.hira.sim.code.analysis;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Routine;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The dominators of a routine's blocks: a block dominates another if every path to it passes
 * through the first.
 */
public final class Dominators {
    private final DominatorTree tree;

    private Dominators(DominatorTree tree) {
        this.tree = tree;
    }

    /** Returns the dominators of a routine's blocks. */
    public static Dominators of(Routine routine) {
        List<BasicBlock> blocks = routine.blocks();
        List<List<Integer>> successors =
                blocks.stream().map(block -> block.exit().targets()).toList();
        List<Integer> order = IntStream.range(0, blocks.size()).boxed().toList();
        return new Dominators(DominatorTree.of(order, DominatorTree.reversed(successors)));
    }

    /**
     * Returns whether all paths to the lower block pass through the upper one; a block dominates
     * itself.
     */
    public boolean dominates(int upper, int lower) {
        return tree.dominates(upper, lower);
    }

    /**
     * Returns the nearest other block through which all paths to this one pass; the first block for
     * itself.
     */
    public int next(int block) {
        return tree.immediate(block);
    }
}
