package dev.hira.sim.simt;

import dev.hira.sim.jit.runtime.PieceCode;
import dev.hira.sim.jit.runtime.Workspace;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.simt.emit.LaneCode;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs threads in groups where it can, and one by one where it cannot: in pieces that groups do not
 * run, in blocks whose rows are no whole groups, and at the ends of ranges.
 */
final class LanePieces implements PieceCode {
    /** Calls after which the JVM begins to take note of what code does. */
    private static final int NOTICED = 8;

    /**
     * Calls after which the JVM compiles what is called, in a process that was started as those
     * that host devices are; where it was not, or has much else to compile, it takes up to so many.
     * They are few at first, so that the JVM does not think that there never are any threads.
     */
    private static final int FEWEST = 64;

    private static final int MOST = 1 << 16;

    private final LaneCode code;
    private final PieceCode scalar;
    private final int lanes;
    private final AtomicInteger warmth = new AtomicInteger(FEWEST);

    /** The sites of pieces that groups run, from {@link BlockState#START} on. */
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

    /** Has the JVM take note of what pieces do, which it needs to compile them well. */
    void prepare() {
        sites.stream().forEach(site -> call(site + BlockState.START, NOTICED));
    }

    /** Has the JVM compile the code of a piece, which should have run before. */
    void warm(int site) {
        call(site, warmth.getAndUpdate(calls -> Math.min(MOST, 2 * calls)));
    }

    /** Calls the code of a piece without threads. */
    private void call(int site, int times) {
        for (int i = 0; i < times; i++) {
            code.run(site, null, 0, 0, scalar);
        }
    }

    /** Whether any of some threads would run in groups. */
    boolean takes(int site, Workspace work, int from, int to) {
        return to - from >= lanes && sites.get(site - BlockState.START) && fits(work);
    }

    /** Where a part of about so many threads ends that consists of whole groups. */
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

    /** Whether a group never reaches from one row of threads into the next. */
    boolean fits(Workspace work) {
        return work.ntidX % lanes == 0 || work.ntidX == work.block.threads;
    }
}
