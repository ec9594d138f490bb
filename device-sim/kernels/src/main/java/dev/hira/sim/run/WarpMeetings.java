package dev.hira.sim.run;

import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which waiting lanes of a warp go on.
 *
 * <p>At meetings of the kind {@link Meeting.InStep}, lanes wait until no lane of the warp can run.
 * Then the lanes at the meeting with the lowest number go on together.
 *
 * <p>A lane in a polling loop may have a lower number than the lane that it waits for, so this
 * order alone could block the warp for ever. Therefore each lane counts how often lanes in such a
 * loop went on before it. After {@value #PATIENCE} times the lane goes on although its number is
 * not the lowest, and after that each {@value #AGAIN} times, until it has the lowest number again.
 * A lane may also poll in a loop without a meeting; the waiting lanes then go on after {@value
 * #TURNS} turns of the polling lane.
 */
final class WarpMeetings {
    private static final int PATIENCE = 1024;
    private static final int AGAIN = 16;
    private static final int TURNS = 1 << 16;

    /** For each thread, how often lanes that may wait for it went on before it. */
    private int[] passed = {};

    /** Whether lanes ever went on before a lane that they may wait for. */
    private boolean tired;

    /** How many turns running lanes took while lanes waited at meetings in step. */
    private int turns;

    private final List<Exit.Stop> stops;

    /** For each site the first site with the same kind of meeting; -1 for barriers. */
    private final int[] party;

    WarpMeetings(List<Exit.Stop> stops) {
        this.stops = stops;
        this.party = new int[stops.size()];
        for (int site = 0; site < party.length; site++) {
            party[site] = partyOf(site);
        }
    }

    private int partyOf(int site) {
        Meeting meeting = stops.get(site).meeting();
        if (meeting instanceof Meeting.Barrier) {
            return -1;
        }
        for (int earlier = 0; earlier < site; earlier++) {
            if (kind(stops.get(earlier).meeting()).equals(kind(meeting))) {
                return earlier;
            }
        }
        return site;
    }

    /** The properties that must be equal for lanes to meet, even at different sites. */
    private static List<Object> kind(Meeting meeting) {
        return switch (meeting) {
            case Meeting.Barrier _ -> List.of("barrier");
            case Meeting.WarpBarrier _ -> List.of("warp");
            case Meeting.Shuffle shuffle -> List.of("shuffle", shuffle.from());
            case Meeting.Vote vote -> List.of("vote", vote.test(), vote.negated());
            case Meeting.Match match -> List.of("match", match.all());
            case Meeting.ActiveMask active -> List.of("active", System.identityHashCode(active));
            case Meeting.Reduce reduce -> List.of("reduce", reduce.update(), reduce.type());
            case Meeting.Elect _ -> List.of("elect");
            case Meeting.InStep step -> List.of("step", step.order());
        };
    }

    /**
     * Releases lanes whose meeting is complete. Lanes that meet all lanes that are present wait
     * until no other meeting can complete.
     *
     * @return whether any lane was released
     */
    boolean release(BlockState block, int first, int end) {
        int live = 0;
        int ready = 0;
        for (int thread = first; thread < end; thread++) {
            live |= (block.phase[thread] == BlockState.ENDED ? 0 : 1) << (thread - first);
            ready |= (block.phase[thread] == BlockState.READY ? 1 : 0) << (thread - first);
        }
        boolean moved = false;
        int stepping = stepping(block, first, live & ~ready);
        int open = live & ~ready & ~stepping;
        while (open != 0) {
            int lane = Integer.numberOfTrailingZeros(open);
            int here = together(block, first, lane, live);
            int mask = block.mask[first + lane];
            open &= ~(here | 1 << lane);
            if (here != 0 && mask != 0 && (mask & live & ~here) == 0) {
                LaneExchange.release(block, first, here, stops);
                moved = true;
            }
        }
        if (moved) {
            return true;
        }
        if (stepping != 0 && (ready == 0 || ++turns > TURNS)) {
            turns = 0;
            step(block, first, stepping);
            return true;
        }
        return ready == 0 && releaseWhoIsThere(block, first, live);
    }

    /** Notes that the threads of a range are together, so that none of them was passed over. */
    void rested(int first, int end) {
        if (tired) {
            Arrays.fill(passed, first, Math.min(end, passed.length), 0);
        }
    }

    /** Returns the lanes that wait where lanes run in step. */
    private int stepping(BlockState block, int first, int waiting) {
        int found = 0;
        for (int open = waiting; open != 0; open &= open - 1) {
            int thread = first + Integer.numberOfTrailingZeros(open);
            found |= step(block.site[thread]) == null ? 0 : open & -open;
        }
        return found;
    }

    private Meeting.@Nullable InStep step(int site) {
        return stops.get(site).meeting() instanceof Meeting.InStep step ? step : null;
    }

    /** Releases the lanes at one of the meetings at which they run in step. */
    private void step(BlockState block, int first, int stepping) {
        if (passed.length != block.threads) {
            passed = new int[block.threads];
        }
        int next = -1;
        int least = Integer.MAX_VALUE;
        boolean before = false;
        for (int open = stepping; open != 0; open &= open - 1) {
            int thread = first + Integer.numberOfTrailingZeros(open);
            int order = order(block, thread);
            boolean early = passed[thread] >= PATIENCE;
            if ((early && !before) || (early == before && order < least)) {
                next = thread;
                least = order;
                before = early;
            }
        }
        int lanes = 0;
        for (int open = stepping; open != 0; open &= open - 1) {
            int thread = first + Integer.numberOfTrailingZeros(open);
            lanes |= order(block, thread) == least ? open & -open : 0;
        }
        Meeting.InStep here = step(block.site[next]);
        boolean waits = here != null && here.waits();
        tired |= waits;
        for (int open = stepping; open != 0; open &= open - 1) {
            int thread = first + Integer.numberOfTrailingZeros(open);
            if ((lanes & open & -open) == 0) {
                passed[thread] += waits ? 1 : 0;
            } else {
                passed[thread] = before ? PATIENCE - AGAIN : 0;
            }
        }
        LaneExchange.release(block, first, lanes, stops);
    }

    private int order(BlockState block, int thread) {
        Meeting.InStep step = step(block.site[thread]);
        return step == null ? Integer.MAX_VALUE : step.order();
    }

    private boolean releaseWhoIsThere(BlockState block, int first, int live) {
        for (int open = live; open != 0; open &= open - 1) {
            int lane = Integer.numberOfTrailingZeros(open);
            if (waitsForLanes(block, first + lane) && block.mask[first + lane] == 0) {
                int here = together(block, first, lane, live);
                LaneExchange.release(block, first, here, stops);
                return true;
            }
        }
        return false;
    }

    /** Returns the lanes that wait for the same meeting as this one, including itself. */
    private int together(BlockState block, int first, int lane, int live) {
        if (!waitsForLanes(block, first + lane)) {
            return 0;
        }
        int wanted = party[block.site[first + lane]];
        int mask = block.mask[first + lane];
        int meant = mask == 0 ? live : mask | 1 << lane;
        int here = 0;
        for (int open = live & meant; open != 0; open &= open - 1) {
            int thread = first + Integer.numberOfTrailingZeros(open);
            if (waitsForLanes(block, thread)
                    && party[block.site[thread]] == wanted
                    && block.mask[thread] == mask) {
                here |= open & -open;
            }
        }
        return here;
    }

    private boolean waitsForLanes(BlockState block, int thread) {
        return block.phase[thread] == BlockState.WAITING && party[block.site[thread]] >= 0;
    }
}
