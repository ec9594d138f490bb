package dev.hira.sim.run;

import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Program;
import java.util.List;

/** Runs the threads of a block between their meetings. */
public interface ThreadEngine {
    /**
     * Runs the threads of a range that are {@linkplain BlockState#READY ready}, each from its
     * {@linkplain BlockState#site site} until it {@linkplain BlockState#stop stops} or {@linkplain
     * BlockState#end ends}. It may leave a thread ready to give others a turn; the scheduler soon
     * runs it again.
     *
     * @param to one past the last thread
     * @throws DeviceFault when a thread fails
     */
    void run(BlockState block, int from, int to);

    /**
     * Runs all threads of a block, which are all ready and at the same site, as {@link #run} does.
     *
     * @return the site of the stop at which they all wait now, {@link BlockState#ALL_ENDED}, or
     *     {@link BlockState#APART} when they are at different sites or their sites are unknown
     */
    default int runAll(BlockState block, int site) {
        run(block, 0, block.threads);
        return BlockState.APART;
    }

    /**
     * Runs threads of a range, which are all ready and at the same site, as {@link #run} does.
     *
     * @return the site of the stop at which they all wait now, which must be {@linkplain
     *     #recordStops recorded} before their states are read one by one; {@link
     *     BlockState#ALL_ENDED}; or {@link BlockState#APART} when they are at different sites or
     *     their sites are unknown
     */
    default int runTogether(BlockState block, int site, int from, int to) {
        run(block, from, to);
        return BlockState.APART;
    }

    /** Records for each thread of a range that it waits where {@link #runTogether} has left it. */
    default void recordStops(BlockState block, int from, int to) {}

    /** The stops of a program by their sites, including those that this engine has added. */
    default List<Exit.Stop> stops(Program program) {
        return program.stops();
    }

    /** The line of the text at which threads at a site continue. */
    default int line(Program program, int site) {
        return site < 0 ? program.firstLine() : program.line(stops(program).get(site).at());
    }
}
