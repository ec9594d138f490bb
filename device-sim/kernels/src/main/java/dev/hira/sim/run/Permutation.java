package dev.hira.sim.run;

import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Value;
import org.jspecify.annotations.Nullable;

/** A shuffle of a whole warp with constant lanes. */
final class Permutation {
    private final int[] sources = new int[BlockScheduler.WARP];
    private final boolean[] inRange = new boolean[BlockScheduler.WARP];
    private final boolean wantsRange;

    private Permutation(Meeting.Shuffle shuffle, int operand, int clamp) {
        this.wantsRange = shuffle.inRange() != null;
        for (int lane = 0; lane < sources.length; lane++) {
            int source = LaneExchange.source(shuffle.from(), lane, operand, clamp);
            inRange[lane] = source >= 0;
            sources[lane] = source >= 0 ? source : lane;
        }
    }

    /**
     * Returns the permutation of a meeting; null when it depends on the operands of the threads.
     */
    static @Nullable Permutation of(Meeting meeting) {
        return meeting instanceof Meeting.Shuffle shuffle
                        && shuffle.lane() instanceof Value.Constant(long lane, _)
                        && shuffle.clamp() instanceof Value.Constant(long clamp, _)
                ? new Permutation(shuffle, (int) lane, (int) clamp)
                : null;
    }

    void apply(BlockState block, int first) {
        for (int lane = 0; lane < BlockScheduler.WARP; lane++) {
            block.result[first + lane] = block.value[first + sources[lane]];
        }
        if (wantsRange) {
            System.arraycopy(inRange, 0, block.flag, first, BlockScheduler.WARP);
        }
    }
}
