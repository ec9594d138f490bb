package dev.hira.sim.run;

import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import java.util.List;

/** The meetings of a warp's lanes. */
final class WarpMeetings {
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
        int open = live & ~ready;
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
        return moved || (ready == 0 && releaseWhoIsThere(block, first, live));
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
