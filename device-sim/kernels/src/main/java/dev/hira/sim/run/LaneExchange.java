package dev.hira.sim.run;

import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Value;
import java.util.Arrays;
import java.util.List;

/** Computes the results of a meeting of the lanes of a warp. */
final class LaneExchange {
    private static final int LANES = BlockScheduler.WARP - 1;
    private static final int ALL = -1;

    private final BlockState block;
    private final int first;
    private final int lanes;
    private final List<Exit.Stop> stops;

    private LaneExchange(BlockState block, int first, int lanes, List<Exit.Stop> stops) {
        this.block = block;
        this.first = first;
        this.lanes = lanes;
        this.stops = stops;
    }

    /**
     * Gives all lanes their results. They have come to meetings of one kind, at one or several
     * sites.
     *
     * @param first thread of the warp
     * @param lanes that have come
     */
    static void complete(BlockState block, int first, int lanes, List<Exit.Stop> stops) {
        LaneExchange gathering = new LaneExchange(block, first, lanes, stops);
        Meeting meeting = gathering.meeting(Integer.numberOfTrailingZeros(lanes));
        switch (meeting) {
            case Meeting.Barrier _ -> throw new IllegalStateException("Not of a warp.");
            case Meeting.WarpBarrier _, Meeting.InStep _ -> {}
            case Meeting.Shuffle _ -> gathering.shuffle();
            case Meeting.Vote vote -> gathering.vote(vote);
            case Meeting.Match match -> gathering.match(match.all());
            case Meeting.ActiveMask _ -> gathering.give(unsigned(lanes));
            case Meeting.Reduce reduce -> gathering.give(gathering.reduced(reduce));
            case Meeting.Elect _ -> gathering.elect();
        }
        if (block.witness != null) {
            switch (meeting) {
                case Meeting.ActiveMask _ -> {}
                case Meeting.InStep step -> block.witness.stepped(first, lanes, step.waits());
                default -> block.witness.met(first, lanes);
            }
        }
    }

    /** Gives all lanes their results and releases them. */
    static void release(BlockState block, int first, int lanes, List<Exit.Stop> stops) {
        complete(block, first, lanes, stops);
        for (int open = lanes; open != 0; open &= open - 1) {
            block.phase[first + Integer.numberOfTrailingZeros(open)] = BlockState.READY;
        }
    }

    private Meeting meeting(int lane) {
        return stops.get(block.site[first + lane]).meeting();
    }

    private void give(long result) {
        if (lanes == ALL) {
            Arrays.fill(block.result, first, first + BlockScheduler.WARP, result);
            return;
        }
        for (int open = lanes; open != 0; open &= open - 1) {
            block.result[first + Integer.numberOfTrailingZeros(open)] = result;
        }
    }

    private void give(boolean flag) {
        for (int open = lanes; open != 0; open &= open - 1) {
            block.flag[first + Integer.numberOfTrailingZeros(open)] = flag;
        }
    }

    private void shuffle() {
        for (int open = lanes; open != 0; open &= open - 1) {
            int lane = Integer.numberOfTrailingZeros(open);
            if (meeting(lane) instanceof Meeting.Shuffle own) {
                shuffle(lane, own);
            }
        }
    }

    private void shuffle(int lane, Meeting.Shuffle own) {
        int operand = operand(own.lane(), block.second[first + lane]);
        int clamp = operand(own.clamp(), block.third[first + lane]);
        int source = source(own.from(), lane, operand, clamp);
        boolean inRange = source >= 0;
        int taken = inRange ? source : lane;
        boolean here = (lanes >>> taken & 1) != 0;
        block.flag[first + lane] = inRange;
        block.result[first + lane] = here ? block.value[first + taken] : 0;
    }

    /** Returns a constant operand, or else the one that the lane brought. */
    private static int operand(Value value, int brought) {
        return value instanceof Value.Constant(long bits, _) ? (int) bits : brought;
    }

    /** Returns the lane from which a lane takes its value, or -1 when that is out of range. */
    static int source(Meeting.Shuffle.From from, int lane, int operand, int clamp) {
        int segment = clamp >>> 8 & LANES;
        int lowest = lane & segment;
        int bound = lowest | (clamp & LANES & ~segment);
        int distance = operand & LANES;
        int other =
                switch (from) {
                    case UP -> lane - distance;
                    case DOWN -> lane + distance;
                    case BFLY -> lane ^ distance;
                    case IDX -> lowest | (distance & ~segment);
                };
        boolean inRange = from == Meeting.Shuffle.From.UP ? other >= bound : other <= bound;
        return inRange ? other : -1;
    }

    private void vote(Meeting.Vote vote) {
        int yes = vote.negated() ? lanes & ~predicates() : predicates();
        switch (vote.test()) {
            case BALLOT -> give(unsigned(yes));
            case ALL -> give(yes == lanes);
            case ANY -> give(yes != 0);
            case UNIFORM -> give(yes == lanes || yes == 0);
        }
    }

    /** Returns the lanes that have brought a true predicate. */
    private int predicates() {
        int yes = 0;
        if (lanes == ALL) {
            for (int lane = 0; lane < BlockScheduler.WARP; lane++) {
                yes |= (block.value[first + lane] == 0 ? 0 : 1) << lane;
            }
            return yes;
        }
        for (int open = lanes; open != 0; open &= open - 1) {
            int lane = Integer.numberOfTrailingZeros(open);
            yes |= (block.value[first + lane] == 0 ? 0 : 1) << lane;
        }
        return yes;
    }

    private void match(boolean all) {
        for (int open = lanes; open != 0; open &= open - 1) {
            int thread = first + Integer.numberOfTrailingZeros(open);
            int same = sameAs(block.value[thread]);
            block.flag[thread] = same == lanes;
            block.result[thread] = all && same != lanes ? 0 : unsigned(same);
        }
    }

    private int sameAs(long value) {
        int same = 0;
        for (int open = lanes; open != 0; open &= open - 1) {
            int lane = Integer.numberOfTrailingZeros(open);
            same |= (block.value[first + lane] == value ? 1 : 0) << lane;
        }
        return same;
    }

    private long reduced(Meeting.Reduce reduce) {
        long sum = 0;
        boolean begun = false;
        for (int open = lanes; open != 0; open &= open - 1) {
            long value = block.value[first + Integer.numberOfTrailingZeros(open)];
            sum =
                    begun
                            ? AtomicUpdates.apply(reduce.update(), reduce.type(), sum, value, 0)
                            : value;
            begun = true;
        }
        return sum;
    }

    private void elect() {
        int leader = Integer.numberOfTrailingZeros(lanes);
        give(leader);
        give(false);
        block.flag[first + leader] = true;
    }

    private static long unsigned(int bits) {
        return bits & 0xffff_ffffL;
    }
}
