package dev.hira.sim.run;

import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Value;
import dev.hira.sim.kernel.FaultKind;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sites of a program at which threads meet, by number. */
final class MeetingSites {
    private final List<Exit.Stop> stops;

    /** Whether the meeting completes once all threads of the block wait there. */
    private final boolean[] simple;

    /** Whether a warp can continue once all its threads wait there. */
    private final boolean[] wholeWarp;

    private final @Nullable Permutation[] permutations;

    MeetingSites(List<Exit.Stop> stops) {
        this.stops = stops;
        this.simple = new boolean[stops.size()];
        this.wholeWarp = new boolean[stops.size()];
        this.permutations = new Permutation[stops.size()];
        for (Exit.Stop stop : stops) {
            simple[stop.site()] = stop.meeting().isSimple();
            wholeWarp[stop.site()] = stop.meeting().isOfWholeWarp();
            permutations[stop.site()] = Permutation.of(stop.meeting());
        }
    }

    List<Exit.Stop> stops() {
        return stops;
    }

    /** Whether threads of a warp meet anywhere. */
    boolean warpsMeet() {
        for (Exit.Stop stop : stops) {
            if (!(stop.meeting() instanceof Meeting.Barrier)) {
                return true;
            }
        }
        return false;
    }

    boolean isSimple(int site) {
        return simple[site];
    }

    boolean isOfWholeWarp(int site) {
        return wholeWarp[site];
    }

    /**
     * Gives the threads of a warp, all of which have come, the results of their meeting.
     *
     * @param end one past the last thread; the last warp of a block may be incomplete
     */
    void complete(BlockState block, int first, int end, int site) {
        Permutation permutation = permutations[site];
        if (permutation != null && end - first == BlockScheduler.WARP) {
            permutation.apply(block, first);
            if (block.witness != null) {
                block.witness.met(first, -1);
            }
        } else {
            int lanes = -1 >>> (BlockScheduler.WARP - (end - first));
            LaneExchange.complete(block, first, lanes, stops);
        }
    }

    /** Reports to the observer, if any, that all threads of a block meet at a simple barrier. */
    void reportBarrier(BlockState block, int site) {
        if (block.witness != null
                && stops.get(site).meeting() instanceof Meeting.Barrier barrier
                && barrier.number() instanceof Value.Constant(long number, _)) {
            int[] threads = new int[block.threads];
            Arrays.setAll(threads, thread -> thread);
            block.witness.metAt((int) number, threads, threads.length, stops);
        }
    }

    /** Returns the fault of a block in which no thread can continue. */
    DeviceFault stuck(BlockState block) {
        int waiting = 0;
        int first = -1;
        for (int thread = 0; thread < block.threads; thread++) {
            if (block.phase[thread] == BlockState.WAITING) {
                waiting++;
                first = first < 0 ? thread : first;
            }
        }
        block.current = first;
        Exit.Stop stop = stops.get(block.site[first]);
        return DeviceFault.of(
                FaultKind.LAUNCH_FAILED,
                "All "
                        + waiting
                        + " threads of the block that have not ended wait for others that never come;"
                        + " thread "
                        + first
                        + " waits in line "
                        + block.grid.program().line(stop.at())
                        + ". A barrier must be reached by all threads that it counts.");
    }
}
