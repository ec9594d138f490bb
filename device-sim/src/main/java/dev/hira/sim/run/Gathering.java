package dev.hira.sim.run;

import dev.hira.sim.code.Meeting;

/** Lanes of a warp that have come together, and what becomes of what they brought. */
final class Gathering {
    private static final int LANES = BlockScheduler.WARP - 1;

    private final BlockState block;
    private final int first;
    private final int lanes;

    private Gathering(BlockState block, int first, int lanes) {
        this.block = block;
        this.first = first;
        this.lanes = lanes;
    }

    /**
     * Gives all lanes their results.
     *
     * @param first thread of the warp
     * @param lanes that are here
     */
    static void complete(BlockState block, int first, int lanes, Meeting meeting) {
        Gathering gathering = new Gathering(block, first, lanes);
        switch (meeting) {
            case Meeting.Barrier _ -> throw new IllegalStateException("Not of a warp.");
            case Meeting.WarpBarrier _ -> {}
            case Meeting.Shuffle shuffle -> gathering.shuffle(shuffle.from());
            case Meeting.Vote vote -> gathering.vote(vote);
            case Meeting.Match match -> gathering.match(match.all());
            case Meeting.ActiveMask _ -> gathering.give(unsigned(lanes));
            case Meeting.Reduce reduce -> gathering.give(gathering.reduced(reduce));
            case Meeting.Elect _ -> gathering.elect();
        }
    }

    /** Gives all lanes their results and lets them go on. */
    static void release(BlockState block, int first, int lanes, Meeting meeting) {
        complete(block, first, lanes, meeting);
        for (int open = lanes; open != 0; open &= open - 1) {
            block.phase[first + Integer.numberOfTrailingZeros(open)] = BlockState.READY;
        }
    }

    private void give(long result) {
        for (int open = lanes; open != 0; open &= open - 1) {
            block.result[first + Integer.numberOfTrailingZeros(open)] = result;
        }
    }

    private void give(long result, boolean flag) {
        give(result);
        for (int open = lanes; open != 0; open &= open - 1) {
            block.flag[first + Integer.numberOfTrailingZeros(open)] = flag;
        }
    }

    private void shuffle(Meeting.Shuffle.From from) {
        for (int open = lanes; open != 0; open &= open - 1) {
            int lane = Integer.numberOfTrailingZeros(open);
            int third = block.third[first + lane];
            int segment = third >>> 8 & LANES;
            int lowest = lane & segment;
            int bound = lowest | (third & LANES & ~segment);
            int operand = block.second[first + lane] & LANES;
            int other =
                    switch (from) {
                        case UP -> lane - operand;
                        case DOWN -> lane + operand;
                        case BFLY -> lane ^ operand;
                        case IDX -> lowest | (operand & ~segment);
                    };
            boolean inRange = from == Meeting.Shuffle.From.UP ? other >= bound : other <= bound;
            int source = inRange ? other : lane;
            boolean here = (lanes >>> source & 1) != 0;
            block.flag[first + lane] = inRange;
            block.result[first + lane] = here ? block.value[first + source] : 0;
        }
    }

    private void vote(Meeting.Vote vote) {
        int yes = 0;
        for (int open = lanes; open != 0; open &= open - 1) {
            int lane = Integer.numberOfTrailingZeros(open);
            boolean predicate = block.value[first + lane] != 0;
            yes |= (predicate == vote.negated() ? 0 : 1) << lane;
        }
        boolean flag =
                switch (vote.test()) {
                    case ALL -> yes == lanes;
                    case ANY, BALLOT -> yes != 0;
                    case UNIFORM -> yes == lanes || yes == 0;
                };
        give(unsigned(yes), flag);
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
            sum = begun ? Updates.apply(reduce.update(), reduce.type(), sum, value, 0) : value;
            begun = true;
        }
        return sum;
    }

    private void elect() {
        int leader = Integer.numberOfTrailingZeros(lanes);
        give(leader, false);
        block.flag[first + leader] = true;
    }

    private static long unsigned(int bits) {
        return bits & 0xffff_ffffL;
    }
}
