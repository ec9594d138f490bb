package dev.hira.sim.lower.pass;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.analysis.BlockOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Tidies a routine's blocks: it skips empty blocks, joins a block to its only predecessor when that
 * has no other successor, drops unreachable blocks, and puts the rest in reverse post order.
 */
final class BlockTidying {
    private static final int UNKNOWN = -1;
    private static final int ON_THE_WAY = -2;

    private BlockTidying() {}

    static Routine tidy(Routine routine) {
        List<BasicBlock> blocks = arranged(skippingEmpty(routine.blocks()));
        return routine.withBlocks(arranged(joined(blocks)));
    }

    private static List<BasicBlock> skippingEmpty(List<BasicBlock> blocks) {
        int[] destinations = new int[blocks.size()];
        Arrays.fill(destinations, UNKNOWN);
        return blocks.stream()
                .map(block ->
                        new BasicBlock(
                                block.index(),
                                block.steps(),
                                block.exit().retarget(to -> destination(blocks, to, destinations))))
                .toList();
    }

    /**
     * Follows blocks that do nothing but jump to their destination. A loop of such blocks stays as
     * it is.
     */
    private static int destination(List<BasicBlock> blocks, int target, int[] known) {
        List<Integer> way = new ArrayList<>();
        int at = target;
        while (known[at] == UNKNOWN) {
            BasicBlock block = blocks.get(at);
            if (!block.steps().isEmpty() || !(block.exit() instanceof Exit.Jump(int next, _))) {
                known[at] = at;
            } else {
                known[at] = ON_THE_WAY;
                way.add(at);
                at = next;
            }
        }
        int end = known[at];
        way.forEach(block -> known[block] = end == ON_THE_WAY ? block : end);
        return known[target];
    }

    private static List<BasicBlock> joined(List<BasicBlock> blocks) {
        int[] predecessors = new int[blocks.size()];
        predecessors[0]++;
        for (BasicBlock block : blocks) {
            block.exit().targets().forEach(target -> predecessors[target]++);
        }
        BitSet taken = new BitSet();
        List<BasicBlock> joined = new ArrayList<>(blocks);
        for (BasicBlock block : blocks) {
            if (!taken.get(block.index())) {
                joined.set(block.index(), withFollowers(block, blocks, predecessors, taken));
            }
        }
        return joined;
    }

    private static BasicBlock withFollowers(
            BasicBlock block, List<BasicBlock> blocks, int[] predecessors, BitSet taken) {
        List<Step> steps = new ArrayList<>(block.steps());
        BasicBlock last = block;
        while (last.exit() instanceof Exit.Jump(int next, _)
                && next > last.index()
                && predecessors[next] == 1) {
            last = blocks.get(next);
            steps.addAll(last.steps());
            taken.set(next);
        }
        return new BasicBlock(block.index(), List.copyOf(steps), last.exit());
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
