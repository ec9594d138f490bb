package dev.hira.sim.run;

import dev.hira.sim.code.Exit;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a block: the engine runs its threads, and the scheduler completes their meetings.
 *
 * <p>Threads of a warp need not run in step. Where threads of a warp meet, a thread waits until all
 * threads of its mask that have not ended have come to a meeting of the same kind; at a barrier,
 * until as many threads have come as it counts. When no thread can run and no meeting can complete,
 * the block is stuck; that ends the kernel.
 */
public final class BlockScheduler {
    /** The number of threads of a warp. */
    public static final int WARP = 32;

    private final ThreadEngine engine;
    private final MeetingSites sites;
    private final BlockBarriers barriers;
    private final @Nullable BlockWarps warps;

    public BlockScheduler(ThreadEngine engine, List<Exit.Stop> stops) {
        this.engine = engine;
        this.sites = new MeetingSites(stops);
        this.barriers = new BlockBarriers(stops);
        this.warps = sites.warpsMeet() ? new BlockWarps(sites, engine, barriers) : null;
    }

    /**
     * Runs a block from its beginning to its end.
     *
     * @throws DeviceFault when a thread fails or all wait for each other
     */
    public void run(BlockState block) {
        barriers.reset();
        if (warps != null) {
            warps.begin(block);
        }
        int site = engine.runAll(block, BlockState.START);
        while (site != BlockState.ALL_ENDED) {
            if (site < 0 || !releaseAll(block, site)) {
                site = warps == null ? runApart(block) : warps.run(block);
                if (site == BlockState.ALL_ENDED) {
                    return;
                }
            }
            attend(engine, block, site);
            site = engine.runAll(block, site);
        }
    }

    /**
     * Releases all threads, which wait at the same site; returns whether the barrier permits it.
     */
    private boolean releaseAll(BlockState block, int site) {
        if (sites.isOfWholeWarp(site)) {
            for (int from = 0; from < block.threads; from += WARP) {
                sites.complete(block, from, Math.min(from + WARP, block.threads), site);
            }
        } else if (sites.isSimple(site)) {
            sites.reportBarrier(block, site);
        } else {
            return false;
        }
        Arrays.fill(block.phase, BlockState.READY);
        return true;
    }

    /**
     * Runs a block whose threads meet only at barriers, until all have ended or are ready at the
     * same site.
     */
    private int runApart(BlockState block) {
        boolean more = true;
        while (more) {
            attend(engine, block, block.site[block.current]);
            boolean ready = anyReady(block);
            engine.run(block, 0, block.threads);
            boolean released = barriers.release(block);
            more = !ended(block);
            if (more && !ready && !released) {
                throw sites.stuck(block);
            }
            if (released && together(block)) {
                return block.site[0];
            }
        }
        return BlockState.ALL_ENDED;
    }

    /** Returns whether all threads are ready at the same site. */
    private static boolean together(BlockState block) {
        int site = block.site[0];
        for (int thread = 0; thread < block.threads; thread++) {
            if (block.phase[thread] != BlockState.READY || block.site[thread] != site) {
                return false;
            }
        }
        return true;
    }

    /**
     * Engines check for attention in loops within a thread; this covers loops across sites. A fault
     * gets the line of the site where the threads would continue.
     */
    public static void attend(ThreadEngine engine, BlockState block, int site) {
        if (block.grid.wantsAttention()) {
            try {
                block.grid.attend();
            } catch (DeviceFault fault) {
                fault.locate(engine.line(block.grid.program(), site));
                throw fault;
            }
        }
    }

    private static boolean anyReady(BlockState block) {
        for (byte phase : block.phase) {
            if (phase == BlockState.READY) {
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
}
