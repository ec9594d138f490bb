package dev.hira.sim.jit.plan;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import java.util.ArrayList;
import java.util.List;

/** Splits blocks that are too large for a method of their own. */
public final class BlockSplitter {
    private final int most;
    private final List<BasicBlock> blocks;

    private BlockSplitter(int most, List<BasicBlock> blocks) {
        this.most = most;
        this.blocks = new ArrayList<>(blocks);
    }

    /**
     * Returns the routine with blocks of moderate size. A block's first part keeps its number; the
     * other parts get new numbers after all existing ones.
     *
     * @param most the size of a block, in estimated bytes of code
     */
    public static Routine split(Routine routine, int most) {
        if (routine.blocks().stream().allMatch(block -> CodeSize.of(block) <= most)) {
            return routine;
        }
        BlockSplitter splitter = new BlockSplitter(most, routine.blocks());
        routine.blocks().forEach(splitter::split);
        return routine.withBlocks(splitter.blocks);
    }

    private void split(BasicBlock block) {
        List<Step> part = new ArrayList<>();
        int index = block.index();
        int size = 0;
        for (Step step : block.steps()) {
            int here = CodeSize.of(step);
            if (size > 0 && size + here > most) {
                int next = blocks.size();
                blocks.add(block);
                blocks.set(
                        index,
                        new BasicBlock(index, List.copyOf(part), new Exit.Jump(next, step.at())));
                index = next;
                part.clear();
                size = 0;
            }
            part.add(step);
            size += here;
        }
        blocks.set(index, new BasicBlock(index, List.copyOf(part), block.exit()));
    }
}
