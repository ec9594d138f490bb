package dev.hira.sim.jit.runtime;

/** What generated classes implement. */
public interface PieceCode {
    /** Tells that threads have ended. */
    int ENDED = 1;

    /** Tells that threads are at a site that has no number of its own here. */
    int ELSEWHERE = 1 << 31;

    /**
     * Runs threads that are at the same site.
     *
     * @param site as {@link dev.hira.sim.run.BlockState#site} has it
     * @param to behind the last thread
     * @return where the threads are now: the sum of different {@link #ENDED}, {@link #at} and
     *     {@link #ELSEWHERE}
     */
    int run(int site, Workspace work, int from, int to);

    /** Tells that threads are at a stop or cut. */
    static int at(int site) {
        return site < 30 ? 2 << site : ELSEWHERE;
    }
}
