package dev.hira.sim.simt.emit;

import dev.hira.sim.jit.runtime.PieceCode;
import dev.hira.sim.jit.runtime.Workspace;
import org.jspecify.annotations.Nullable;

/** The interface of generated classes. */
public interface LaneCode {
    /**
     * Runs whole groups of threads that are at the same site.
     *
     * @param work may be null when there are no threads
     * @param from the first thread of the first group
     * @param to the end (exclusive) of the last group
     * @param scalar runs groups whose saved registers do not have the expected form
     * @return the same as {@link PieceCode#run}
     */
    int run(int site, @Nullable Workspace work, int from, int to, PieceCode scalar);
}
