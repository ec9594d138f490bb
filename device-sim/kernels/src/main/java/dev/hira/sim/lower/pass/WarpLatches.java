package dev.hira.sim.lower.pass;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Routine;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives each loop one last block, so that lanes can come together at the end of a round. Without
 * it, a loop that is continued from several blocks, or from within an inner loop, has no block that
 * all lanes reach in each round but its head, where the next round begins already.
 */
final class WarpLatches {
    private WarpLatches() {}

    /** Returns the routine with further blocks behind its own, which keep their numbers. */
    static Routine add(Routine routine) {
        WarpOrder order = WarpOrder.of(routine);
        List<BasicBlock> blocks = new ArrayList<>(routine.blocks());
        for (BasicBlock head : routine.blocks()) {
            List<Integer> last =
                    order.predecessors(head.index()).stream()
                            .filter(from -> from >= head.index())
                            .distinct()
                            .toList();
            boolean inner = last.stream().anyMatch(from -> order.leavesLoop(from, head.index()));
            if (last.size() > 1 || inner) {
                int latch = blocks.size();
                for (int from : last) {
                    BasicBlock block = blocks.get(from);
                    Exit exit = block.exit().retarget(to -> to == head.index() ? latch : to);
                    blocks.set(from, new BasicBlock(from, block.steps(), exit));
                }
                int at = blocks.get(last.getLast()).exit().at();
                blocks.add(new BasicBlock(latch, List.of(), new Exit.Jump(head.index(), at)));
            }
        }
        return routine.withBlocks(List.copyOf(blocks));
    }
}
