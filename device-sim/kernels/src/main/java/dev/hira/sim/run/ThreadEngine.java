package dev.hira.sim.run;

import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Program;
import java.util.List;

/** What runs the threads of a block between the places where they meet. */
public interface ThreadEngine {
    /**
     * Runs those threads of a range that are {@linkplain BlockState#READY ready}, each from its
     * {@linkplain BlockState#site site} until it {@linkplain BlockState#stop stops} or {@linkplain
     * BlockState#end ends}. A thread may be left ready, so that others have a turn; it is run again
     * soon.
     *
     * @param to behind the last
     * @throws DeviceFault when a thread does what it must not
     */
    void run(BlockState block, int from, int to);

    /**
     * Runs all threads of a block, which are all ready and at the same site, as {@link #run} does.
     *
     * @return the site of the stop where they all wait now, {@link BlockState#ALL_ENDED}, or {@link
     *     BlockState#APART} when they are at different places or it is not known
     */
    default int runAll(BlockState block, int site) {
        run(block, 0, block.threads);
        return BlockState.APART;
    }

    /**
     * Runs threads of a range, which are all ready and at the same site, as {@link #run} does.
     *
     * @return the site of the stop where they all wait now, which must be {@linkplain #settle
     *     settled} before anybody looks at them one by one; {@link BlockState#ALL_ENDED}; or {@link
     *     BlockState#APART} when they are at different places or it is not known
     */
    default int runTogether(BlockState block, int site, int from, int to) {
        run(block, from, to);
        return BlockState.APART;
    }

    /** Says of each thread of a range that it waits, where {@link #runTogether} has left it. */
    default void settle(BlockState block, int from, int to) {}

    /** The stops of a program by their sites, as this engine has them; it may have added some. */
    default List<Exit.Stop> stops(Program program) {
        return program.stops();
    }
}
