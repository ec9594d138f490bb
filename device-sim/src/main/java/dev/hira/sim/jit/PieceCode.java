package dev.hira.sim.jit;

/** What generated classes implement. */
interface PieceCode {
    /**
     * Runs threads that are at the same site.
     *
     * @param site as {@link dev.hira.sim.run.BlockState#site} has it
     * @param to behind the last thread
     */
    void run(int site, Workspace work, int from, int to);
}
