package dev.hira.sim.jit.runtime;

/** Runs the pieces of a kernel: generated classes, and those that choose between them. */
public interface PieceCode {
    /** The bit for threads that have ended. */
    int ENDED = 1;

    /** The bit for threads at a site that has no bit of its own. */
    int ELSEWHERE = 1 << 31;

    /**
     * Runs threads that are at the same site.
     *
     * @param site as in {@link dev.hira.sim.run.BlockState#site}
     * @param to the end (exclusive) of the range of threads
     * @return the places where the threads are now, combined from the bits {@link #ENDED}, {@link
     *     #at} and {@link #ELSEWHERE}
     */
    int run(int site, Workspace work, int from, int to);

    /** Returns the bit for threads at a stop or cut. */
    static int at(int site) {
        return site < 30 ? 2 << site : ELSEWHERE;
    }
}
