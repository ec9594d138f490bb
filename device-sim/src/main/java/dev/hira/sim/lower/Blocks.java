package dev.hira.sim.lower;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.BlockOrder;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The tidying of a routine's blocks: empty ones are skipped, those that only ever follow one other
 * are joined to it, unreachable ones are dropped, and the rest is in reverse post order.
 */
final class Blocks {
    private Blocks() {}

    static Routine tidy(Routine routine) {
        List<BasicBlock> blocks = arranged(skippingEmpty(routine.blocks()));
        return routine.withBlocks(arranged(joined(blocks)));
    }

    private static List<BasicBlock> skippingEmpty(List<BasicBlock> blocks) {
        return blocks.stream()
                .map(block ->
                        new BasicBlock(
                                block.index(),
                                block.steps(),
                                block.exit().retarget(target -> destination(blocks, target))))
                .toList();
    }

    /** Where a block leads that does nothing but jump. A loop of such blocks is left as it is. */
    private static int destination(List<BasicBlock> blocks, int target) {
        int at = target;
        for (int hops = 0; hops < blocks.size(); hops++) {
            BasicBlock block = blocks.get(at);
            if (!block.steps().isEmpty() || !(block.exit() instanceof Exit.Jump(int next, _))) {
                return at;
            }
            at = next;
        }
        return target;
    }

    private static List<BasicBlock> joined(List<BasicBlock> blocks) {
        int[] predecessors = new int[blocks.size()];
        predecessors[0]++;
        for (BasicBlock block : blocks) {
            block.exit().targets().forEach(target -> predecessors[target]++);
        }
        List<BasicBlock> joined = new ArrayList<>(blocks);
        for (int i = blocks.size() - 1; i >= 0; i--) {
            BasicBlock block = joined.get(i);
            if (block.exit() instanceof Exit.Jump(int next, _)
                    && next > i
                    && predecessors[next] == 1) {
                BasicBlock follower = joined.get(next);
                List<Step> steps = new ArrayList<>(block.steps());
                steps.addAll(follower.steps());
                joined.set(i, new BasicBlock(i, List.copyOf(steps), follower.exit()));
            }
        }
        return joined;
    }

    private static List<BasicBlock> arranged(List<BasicBlock> blocks) {
        List<Integer> order = BlockOrder.of(blocks);
        int[] numbers = new int[blocks.size()];
        Arrays.fill(numbers, -1);
        for (int i = 0; i < order.size(); i++) {
            numbers[order.get(i)] = i;
        }
        List<BasicBlock> arranged = new ArrayList<>();
        for (int old : order) {
            BasicBlock block = blocks.get(old);
            arranged.add(
                    new BasicBlock(
                            arranged.size(),
                            block.steps(),
                            block.exit().retarget(target -> numbers[target])));
        }
        return arranged;
    }
}
