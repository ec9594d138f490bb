package dev.hira.sim.simt;

import dev.hira.sim.jit.runtime.PieceCode;
import dev.hira.sim.jit.runtime.Workspace;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.simt.emit.LaneCode;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs threads in groups where possible, and one by one elsewhere: in pieces that have no code for
 * groups, in blocks whose rows are not whole groups, and at the ends of ranges.
 */
final class LanePieces implements PieceCode {
    /** Calls after which the JVM begins to profile code. */
    private static final int NOTICED = 8;

    /**
     * Calls after which the JVM compiles a method: {@link #FEWEST_CALLS} in a process started with
     * the options of device hosts; up to {@link #MOST_CALLS} without these options or while the JVM
     * has much else to compile. The number starts low, so that the JVM does not conclude that there
     * never are any threads.
     */
    private static final int FEWEST_CALLS = 64;

    private static final int MOST_CALLS = 1 << 16;

    private final LaneCode code;
    private final PieceCode scalar;
    private final int lanes;
    private final AtomicInteger warmth = new AtomicInteger(FEWEST_CALLS);

    /** The sites of pieces that groups run, counted from {@link BlockState#START}. */
    private final BitSet sites = new BitSet();

    LanePieces(LaneCode code, PieceCode scalar, int lanes, Iterable<Integer> sites) {
        this.code = code;
        this.scalar = scalar;
        this.lanes = lanes;
        sites.forEach(site -> this.sites.set(site - BlockState.START));
    }

    int lanes() {
        return lanes;
    }

    /** Makes the JVM profile the pieces, which it needs to compile them well. */
    void prepare() {
        sites.stream().forEach(site -> call(site + BlockState.START, NOTICED));
    }

    /** Makes the JVM compile the code of a piece, which should have run before. */
    void warm(int site) {
        call(site, warmth.getAndUpdate(calls -> Math.min(MOST_CALLS, 2 * calls)));
    }

    /** Calls the code of a piece without threads. */
    private void call(int site, int times) {
        for (int i = 0; i < times; i++) {
            code.run(site, null, 0, 0, scalar);
        }
    }

    /** Returns whether any of the threads would run in groups. */
    boolean takes(int site, Workspace work, int from, int to) {
        return to - from >= lanes && sites.get(site - BlockState.START) && fits(work);
    }

    /** Returns the end of a part of about this many threads that consists of whole groups. */
    int whole(int from, int threads) {
        return threads < lanes ? from : (from + threads + lanes - 1) & -lanes;
    }

    @Override
    public int run(int site, Workspace work, int from, int to) {
        int first = (from + lanes - 1) & -lanes;
        int last = to & -lanes;
        if (first >= last || !takes(site, work, from, to)) {
            return scalar.run(site, work, from, to);
        }
        int places = 0;
        if (from < first) {
            places |= scalar.run(site, work, from, first);
        }
        places |= code.run(site, work, first, last, scalar);
        if (last < to) {
            places |= scalar.run(site, work, last, to);
        }
        return places;
    }

    /** Returns whether no group reaches from one row of threads into the next. */
    boolean fits(Workspace work) {
        return work.ntidX % lanes == 0 || work.ntidX == work.block.threads;
    }
}
