package dev.hira.sim.run;

import java.util.Arrays;

/**
 * The warps of a block whose threads are at different sites. A warp with all threads at one site
 * runs as a whole, from meeting to meeting, until it waits for other warps; the threads of another
 * warp are handled one by one.
 */
final class BlockWarps {
    /** The threads of the warp are ready at the same site. */
    private static final byte TOGETHER = 0;

    /**
     * The threads of the warp wait at the same simple barrier; their individual states may not be
     * recorded yet.
     */
    private static final byte HELD = 1;

    /** The threads of the warp are at different sites, or wait for something else. */
    private static final byte APART = 2;

    private static final byte ENDED = 3;

    /** The most meetings of a warp in one turn; it may poll for what another warp does. */
    private static final int ROUNDS = 64;

    private final MeetingSites sites;
    private final ThreadEngine engine;
    private final WarpMeetings meetings;
    private final BlockBarriers barriers;
    private byte[] state = {};
    private int[] site = {};

    BlockWarps(MeetingSites sites, ThreadEngine engine, BlockBarriers barriers) {
        this.sites = sites;
        this.engine = engine;
        this.meetings = new WarpMeetings(sites.stops());
        this.barriers = barriers;
    }

    /** Forgets the block that ran before. */
    void begin(BlockState block) {
        meetings.rested(0, block.threads);
    }

    /**
     * Runs a block until all its threads are ready at the same site, or have ended.
     *
     * @return that site, or {@link BlockState#ALL_ENDED}
     * @throws DeviceFault when a thread fails or all wait for each other
     */
    int run(BlockState block) {
        int count = Math.ceilDiv(block.threads, BlockScheduler.WARP);
        if (state.length != count) {
            state = new byte[count];
            site = new int[count];
        }
        lookAt(block, false);
        while (true) {
            BlockScheduler.attend(engine, block, block.site[block.current]);
            boolean moved = false;
            for (int warp = 0; warp < count; warp++) {
                moved |= advance(block, warp);
            }
            // Warps that are together may poll for what those do that a complete barrier holds.
            if (any(HELD) || any(APART)) {
                moved |= meet(block);
            }
            int common = common();
            if (common != BlockState.APART) {
                return common;
            }
            if (!moved) {
                throw sites.stuck(block);
            }
        }
    }

    private boolean any(byte wanted) {
        for (byte one : state) {
            if (one == wanted) {
                return true;
            }
        }
        return false;
    }

    /** Returns the site at which all threads are ready, or {@link BlockState#APART}. */
    private int common() {
        for (int warp = 0; warp < state.length; warp++) {
            if (state[warp] != state[0] || (state[0] == TOGETHER && site[warp] != site[0])) {
                return BlockState.APART;
            }
        }
        return switch (state[0]) {
            case TOGETHER -> site[0];
            case ENDED -> BlockState.ALL_ENDED;
            default -> BlockState.APART;
        };
    }

    private static int first(int warp) {
        return warp * BlockScheduler.WARP;
    }

    private static int end(BlockState block, int warp) {
        return Math.min(first(warp + 1), block.threads);
    }

    /** Runs a warp until it must wait; returns whether any of its threads made progress. */
    private boolean advance(BlockState block, int warp) {
        return switch (state[warp]) {
            case TOGETHER -> {
                runWhole(block, warp);
                yield true;
            }
            case APART -> {
                boolean moved = runThreads(block, first(warp), end(block, warp));
                look(block, warp);
                yield moved;
            }
            default -> false;
        };
    }

    private void runWhole(BlockState block, int warp) {
        int first = first(warp);
        int end = end(block, warp);
        int here = engine.runTogether(block, site[warp], first, end);
        for (int round = 1; here >= 0 && sites.isOfWholeWarp(here); round++) {
            sites.complete(block, first, end, here);
            if (round == ROUNDS) {
                Arrays.fill(block.phase, first, end, BlockState.READY);
                site[warp] = here;
                return;
            }
            BlockScheduler.attend(engine, block, here);
            here = engine.runTogether(block, here, first, end);
        }
        if (here == BlockState.ALL_ENDED) {
            state[warp] = ENDED;
        } else if (here >= 0 && sites.isSimple(here)) {
            state[warp] = HELD;
            site[warp] = here;
        } else {
            engine.recordStops(block, first, end);
            look(block, warp);
        }
    }

    /** Runs a warp until its lanes wait for others, have ended, or yield their turn. */
    private boolean runThreads(BlockState block, int first, int end) {
        boolean moved = false;
        boolean again = true;
        for (int round = 0; again && round < ROUNDS; round++) {
            BlockScheduler.attend(engine, block, block.site[block.current]);
            boolean ready = anyReady(block, first, end);
            if (ready) {
                engine.run(block, first, end);
            }
            boolean left = ready && anyReady(block, first, end);
            boolean released = meetings.release(block, first, end);
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

    /** Releases warps whose barrier is complete; returns whether there were any. */
    private boolean meet(BlockState block) {
        int barrier = commonBarrier();
        if (barrier < 0 || block.witness != null) {
            for (int warp = 0; warp < state.length; warp++) {
                if (state[warp] == HELD) {
                    engine.recordStops(block, first(warp), end(block, warp));
                }
            }
            boolean moved = barriers.release(block);
            lookAt(block, true);
            return moved;
        }
        barriers.forget(barrier);
        for (int warp = 0; warp < state.length; warp++) {
            if (state[warp] == HELD) {
                Arrays.fill(block.phase, first(warp), end(block, warp), BlockState.READY);
                state[warp] = TOGETHER;
            }
        }
        return true;
    }

    /** Returns the site of the barrier that holds all warps that have not ended, or -1. */
    private int commonBarrier() {
        int common = -1;
        for (int warp = 0; warp < state.length; warp++) {
            if (state[warp] == ENDED) {
                continue;
            }
            if (state[warp] != HELD || (common >= 0 && site[warp] != common)) {
                return -1;
            }
            common = site[warp];
        }
        return common;
    }

    private void lookAt(BlockState block, boolean heldOnly) {
        for (int warp = 0; warp < state.length; warp++) {
            if (!heldOnly || state[warp] == HELD || state[warp] == APART) {
                look(block, warp);
            }
        }
    }

    /** Derives the state of a warp from the states of its threads. */
    private void look(BlockState block, int warp) {
        int first = first(warp);
        int end = end(block, warp);
        byte phase = block.phase[first];
        int place = block.site[first];
        for (int thread = first + 1; thread < end; thread++) {
            boolean same = phase == BlockState.ENDED || block.site[thread] == place;
            if (block.phase[thread] != phase || !same) {
                state[warp] = APART;
                return;
            }
        }
        site[warp] = place;
        meetings.rested(first, end);
        state[warp] =
                switch (phase) {
                    case BlockState.READY -> TOGETHER;
                    case BlockState.ENDED -> ENDED;
                    default -> waiting(block, first, end, place);
                };
    }

    /** Returns the state of a warp whose threads all wait at a site. */
    private byte waiting(BlockState block, int first, int end, int place) {
        if (sites.isOfWholeWarp(place)) {
            sites.complete(block, first, end, place);
            Arrays.fill(block.phase, first, end, BlockState.READY);
            return TOGETHER;
        }
        return sites.isSimple(place) ? HELD : APART;
    }
}
