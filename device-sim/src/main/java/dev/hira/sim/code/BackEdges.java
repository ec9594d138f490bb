package dev.hira.sim.code;

import java.util.BitSet;

/**
 * The edges of a routine that close loops. Every endless path takes one of them endlessly often, so
 * that it is enough to poll there.
 */
public final class BackEdges {
    private BackEdges() {}

    /** Whether going from a block to a target of its exit closes a loop. */
    public static boolean closesLoop(BasicBlock block, int target) {
        return target <= block.index();
    }

    /** Whether any way out of a block closes a loop. */
    public static boolean closesLoop(BasicBlock block) {
        return block.exit().targets().stream().anyMatch(target -> closesLoop(block, target));
    }

    /** The blocks that loops are closed at. */
    public static BitSet heads(Routine routine) {
        BitSet heads = new BitSet();
        for (BasicBlock block : routine.blocks()) {
            for (int target : block.exit().targets()) {
                if (closesLoop(block, target)) {
                    heads.set(target);
                }
            }
        }
        return heads;
    }
}
