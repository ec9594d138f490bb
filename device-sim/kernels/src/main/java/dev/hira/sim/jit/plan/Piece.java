package dev.hira.sim.jit.plan;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of a kernel that one method runs, from the place where threads resume to where they stop.
 *
 * @param site the site where they resume, as in {@link dev.hira.sim.run.BlockState#site}
 * @param meeting the stop whose results they take first; null at the beginning or a cut
 * @param blocks in the order of the method, the entry first
 */
public record Piece(int site, Exit.@Nullable Stop meeting, List<BasicBlock> blocks) {
    /** Returns the entry block. */
    public BasicBlock entry() {
        return blocks.getFirst();
    }

    public boolean contains(int block) {
        return blocks.stream().anyMatch(one -> one.index() == block);
    }
}
