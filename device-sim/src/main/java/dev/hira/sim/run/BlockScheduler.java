package dev.hira.sim.run;

import dev.hira.api.cuda.CUresult;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import java.util.Arrays;
import java.util.List;

/**
 * Runs a block: lets the engine run threads, and brings those together that meet.
 *
 * <p>Threads of a warp need not run in step. Where a warp's lanes meet, a lane waits until all
 * lanes of its mask that have not ended have come to a meeting of the same kind; at a barrier,
 * until as many threads as it counts have come. When nobody can run and nobody can be freed, the
 * block is stuck, which ends the kernel.
 */
public final class BlockScheduler {
    /** Threads of a warp. */
    public static final int WARP = 32;

    private final ThreadEngine engine;
    private final WarpMeetings warps;
    private final Barriers barriers;
    private final List<Exit.Stop> stops;
    private final boolean warpsMeet;

    /** By site, whether it is enough that all threads of the block wait there. */
    private final boolean[] simple;

    /** By site, whether each warp can go on when all threads of the block wait there. */
    private final boolean[] wholeWarp;

    public BlockScheduler(ThreadEngine engine, List<Exit.Stop> stops) {
        this.engine = engine;
        this.stops = stops;
        this.warps = new WarpMeetings(stops);
        this.barriers = new Barriers(stops);
        this.warpsMeet =
                stops.stream().anyMatch(stop -> !(stop.meeting() instanceof Meeting.Barrier));
        this.simple = new boolean[stops.size()];
        this.wholeWarp = new boolean[stops.size()];
        for (Exit.Stop stop : stops) {
            simple[stop.site()] = stop.meeting().isSimple();
            wholeWarp[stop.site()] = stop.meeting().isOfWholeWarp();
        }
    }

    /**
     * Runs a block from its beginning to its end.
     *
     * @throws DeviceFault when a thread fails or all wait for each other
     */
    public void run(BlockState block) {
        barriers.reset();
        int site = engine.runAll(block, BlockState.START);
        while (site >= 0 && releaseAll(block, site)) {
            attend(block.grid);
            site = engine.runAll(block, site);
        }
        if (site != BlockState.ALL_ENDED) {
            runApart(block);
        }
    }

    /** Lets all threads go on, which all wait at the same site; whether they can. */
    private boolean releaseAll(BlockState block, int site) {
        if (wholeWarp[site]) {
            Meeting meeting = stops.get(site).meeting();
            for (int from = 0; from < block.threads; from += WARP) {
                int lanes = Math.min(WARP, block.threads - from);
                Gathering.complete(block, from, -1 >>> (WARP - lanes), meeting);
            }
        } else if (!simple[site]) {
            return false;
        }
        Arrays.fill(block.phase, BlockState.READY);
        return true;
    }

    private void runApart(BlockState block) {
        boolean more = true;
        while (more) {
            attend(block.grid);
            boolean moved = runThreads(block);
            moved |= barriers.release(block);
            more = !ended(block);
            if (more && !moved) {
                throw stuck(block);
            }
        }
    }

    /** Engines ask within a thread's own loops; a loop across meetings comes by here. */
    private static void attend(Grid grid) {
        if (grid.wantsAttention()) {
            grid.attend();
        }
    }

    /** Whether any thread could run. */
    private boolean runThreads(BlockState block) {
        if (!warpsMeet) {
            boolean ready = anyReady(block, 0, block.threads);
            engine.run(block, 0, block.threads);
            return ready;
        }
        boolean moved = false;
        for (int first = 0; first < block.threads; first += WARP) {
            moved |= runWarp(block, first, Math.min(first + WARP, block.threads));
        }
        return moved;
    }

    /** Runs a warp until its lanes wait for others, have ended, or leave a turn to others. */
    private boolean runWarp(BlockState block, int first, int end) {
        boolean moved = false;
        boolean again = true;
        while (again) {
            attend(block.grid);
            boolean ready = anyReady(block, first, end);
            if (ready) {
                engine.run(block, first, end);
            }
            boolean left = ready && anyReady(block, first, end);
            boolean released = warps.release(block, first, end);
            moved |= ready || released;
            again = released && !left;
        }
        return moved;
    }

    private static boolean anyReady(BlockState block, int from, int to) {
        for (int thread = from; thread < to; thread++) {
            if (block.phase[thread] == BlockState.READY) {
                return true;
            }
        }
        return false;
    }

    private static boolean ended(BlockState block) {
        for (byte phase : block.phase) {
            if (phase != BlockState.ENDED) {
                return false;
            }
        }
        return true;
    }

    private DeviceFault stuck(BlockState block) {
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
                CUresult.CUDA_ERROR_LAUNCH_FAILED,
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
