package dev.hira.sim.simt.emit;

import dev.hira.sim.jit.runtime.PieceCode;
import dev.hira.sim.jit.runtime.Workspace;
import org.jspecify.annotations.Nullable;

/** What generated classes implement. */
public interface LaneCode {
    /**
     * Runs whole groups of threads that are at the same site.
     *
     * @param work may be null when there are no threads
     * @param from the first thread of the first group
     * @param to behind the last thread of the last group
     * @param scalar runs groups that do not fit
     * @return as {@link PieceCode#run} does
     */
    int run(int site, @Nullable Workspace work, int from, int to, PieceCode scalar);
}
