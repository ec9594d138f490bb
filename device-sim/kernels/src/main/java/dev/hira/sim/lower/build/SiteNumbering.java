package dev.hira.sim.lower.build;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Routine;
import java.util.ArrayList;
import java.util.List;

/** Numbers the sites at which threads meet. */
public final class SiteNumbering {
    private SiteNumbering() {}

    /**
     * Returns the routine with its stops numbered from the list's size on, and adds them to the
     * list.
     */
    public static Routine number(Routine routine, List<Exit.Stop> stops) {
        List<BasicBlock> blocks = new ArrayList<>();
        for (BasicBlock block : routine.blocks()) {
            if (block.exit() instanceof Exit.Stop(_, var meeting, int next, int at)) {
                Exit.Stop stop = new Exit.Stop(stops.size(), meeting, next, at);
                stops.add(stop);
                blocks.add(new BasicBlock(block.index(), block.steps(), stop));
            } else {
                blocks.add(block);
            }
        }
        return routine.withBlocks(blocks);
    }
}
