package dev.hira.sim.run;

import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.kernel.LaunchShape;

/** Reads the predefined registers. */
public final class SpecialValues {
    private static final int LANES = BlockScheduler.WARP - 1;

    private SpecialValues() {}

    /** Returns the value that a thread reads, zero-extended. */
    public static long read(SpecialRegister register, BlockState block, int thread) {
        LaunchShape shape = block.grid.shape();
        int lane = thread & LANES;
        return switch (register) {
            case TID_X -> block.tidX(thread);
            case TID_Y -> block.tidY(thread);
            case TID_Z -> block.tidZ(thread);
            case NTID_X -> shape.blockX();
            case NTID_Y -> shape.blockY();
            case NTID_Z -> shape.blockZ();
            case CTAID_X -> block.ctaX;
            case CTAID_Y -> block.ctaY;
            case CTAID_Z -> block.ctaZ;
            case NCTAID_X -> shape.gridX();
            case NCTAID_Y -> shape.gridY();
            case NCTAID_Z -> shape.gridZ();
            case LANEID -> lane;
            case WARPID -> thread / BlockScheduler.WARP;
            case NWARPID -> Math.ceilDiv(block.threads, BlockScheduler.WARP);
            case LANEMASK_EQ -> 1L << lane;
            case LANEMASK_LE -> (2L << lane) - 1;
            case LANEMASK_LT -> (1L << lane) - 1;
            case LANEMASK_GE -> -1L << lane & 0xffff_ffffL;
            case LANEMASK_GT -> -2L << lane & 0xffff_ffffL;
            case DYNAMIC_SMEM_SIZE -> shape.dynamicSharedBytes();
            case TOTAL_SMEM_SIZE -> block.grid.sharedBytes();
            case ZERO -> 0;
            case SMID,
                    NSMID,
                    GRIDID,
                    CLOCK,
                    CLOCK_HI,
                    CLOCK64,
                    GLOBALTIMER,
                    GLOBALTIMER_LO,
                    GLOBALTIMER_HI,
                    ENVREG1,
                    ENVREG2 ->
                    block.grid.host().read(register, block);
        };
    }
}
