package dev.hira.sim.run;

import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Step;
import dev.hira.sim.ptx.ScalarType;

/** Lanes of a warp that have come together, and what becomes of what they brought. */
final class Gathering {
    private final BlockState block;
    private final int first;
    private final int lanes;

    private Gathering(BlockState block, int first, int lanes) {
        this.block = block;
        this.first = first;
        this.lanes = lanes;
    }

    /**
     * Gives all lanes their results and lets them go on.
     *
     * @param first thread of the warp
     * @param lanes that are here
     */
    static void complete(BlockState block, int first, int lanes, Meeting meeting) {
        Gathering gathering = new Gathering(block, first, lanes);
        for (int open = lanes; open != 0; open &= open - 1) {
            gathering.complete(Integer.numberOfTrailingZeros(open), meeting);
        }
        for (int open = lanes; open != 0; open &= open - 1) {
            block.phase[first + Integer.numberOfTrailingZeros(open)] = BlockState.READY;
        }
    }

    private void complete(int lane, Meeting meeting) {
        int thread = first + lane;
        switch (meeting) {
            case Meeting.Barrier _ -> throw new IllegalStateException("Not of a warp.");
            case Meeting.WarpBarrier _ -> {}
            case Meeting.Shuffle shuffle -> shuffle(thread, lane, shuffle.from());
            case Meeting.Vote vote -> vote(thread, vote);
            case Meeting.Match match -> match(thread, match.all());
            case Meeting.ActiveMask _ -> block.result[thread] = unsigned(lanes);
            case Meeting.Reduce reduce -> block.result[thread] = reduced(reduce);
            case Meeting.Elect _ -> {
                int leader = Integer.numberOfTrailingZeros(lanes);
                block.result[thread] = leader;
                block.flag[thread] = leader == lane;
            }
        }
    }

    private void shuffle(int thread, int lane, Meeting.Shuffle.From from) {
        int operand = block.second[thread] & 31;
        int clamp = block.third[thread] & 31;
        int segment = block.third[thread] >>> 8 & 31;
        int lowest = lane & segment;
        int bound = lowest | (clamp & ~segment);
        int other =
                switch (from) {
                    case UP -> lane - operand;
                    case DOWN -> lane + operand;
                    case BFLY -> lane ^ operand;
                    case IDX -> lowest | (operand & ~segment);
                };
        boolean inRange = from == Meeting.Shuffle.From.UP ? other >= bound : other <= bound;
        int source = inRange ? other : lane;
        block.flag[thread] = inRange;
        boolean here = (lanes >>> source & 1) != 0;
        block.result[thread] = here ? block.value[first + source] : 0;
    }

    private void vote(int thread, Meeting.Vote vote) {
        int yes = 0;
        for (int open = lanes; open != 0; open &= open - 1) {
            int lane = Integer.numberOfTrailingZeros(open);
            boolean predicate = block.value[first + lane] != 0;
            yes |= (predicate == vote.negated() ? 0 : 1) << lane;
        }
        block.result[thread] = unsigned(yes);
        block.flag[thread] =
                switch (vote.test()) {
                    case ALL -> yes == lanes;
                    case ANY, BALLOT -> yes != 0;
                    case UNIFORM -> yes == lanes || yes == 0;
                };
    }

    private void match(int thread, boolean all) {
        int same = 0;
        for (int open = lanes; open != 0; open &= open - 1) {
            int lane = Integer.numberOfTrailingZeros(open);
            same |= (block.value[first + lane] == block.value[thread] ? 1 : 0) << lane;
        }
        block.flag[thread] = same == lanes;
        block.result[thread] = all && same != lanes ? 0 : unsigned(same);
    }

    private long reduced(Meeting.Reduce reduce) {
        long sum = 0;
        boolean begun = false;
        for (int open = lanes; open != 0; open &= open - 1) {
            long value = block.value[first + Integer.numberOfTrailingZeros(open)];
            sum = begun ? update(reduce.update(), reduce.type(), sum, value) : value;
            begun = true;
        }
        return sum;
    }

    private static long update(Step.Update update, ScalarType type, long old, long value) {
        return Updates.apply(update, type, old, value, 0);
    }

    private static long unsigned(int bits) {
        return bits & 0xffff_ffffL;
    }
}
