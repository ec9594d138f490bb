package dev.hira.sim.check;

import dev.hira.sim.kernel.LaunchShape;

/**
 * How the moment of an access is packed into a number: the block, its time and the thread. Times
 * begin with 1, so no moment is 0. A time that does not fit counts as the last one that does; races
 * may then be missed, but none is reported falsely. Of the number of a block, the low {@link
 * #MOST_BLOCK_BITS} bits count, which is more blocks than a launch can run.
 */
final class Moments {
    private static final int MOST_BLOCK_BITS = 44;

    private final int threadBits;
    private final int timeBits;
    private final int blockShift;
    private final long lastTime;
    private final long lastThread;

    /** Creates the packing for the blocks and threads of a launch. */
    Moments(LaunchShape shape) {
        this.threadBits = bits(shape.threadsPerBlock());
        this.blockShift = Long.SIZE - Math.min(MOST_BLOCK_BITS, bits(shape.blocks()));
        this.timeBits = blockShift - threadBits;
        this.lastTime = (1L << timeBits) - 1;
        this.lastThread = (1L << threadBits) - 1;
    }

    /** Returns the bits of numbers below this one; at least one. */
    private static int bits(long count) {
        return Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(count - 1));
    }

    /** Returns the moment of an access. */
    long of(long block, long time, int thread) {
        return (block << timeBits | Math.min(time, lastTime)) << threadBits | thread;
    }

    /** Returns the number of a moment's block. */
    long block(long moment) {
        return moment >>> blockShift;
    }

    /** Returns the time of a moment. */
    long time(long moment) {
        return (moment >>> threadBits) & lastTime;
    }

    /** Returns the thread of a moment. */
    int thread(long moment) {
        return (int) (moment & lastThread);
    }

    /** Returns the same for all threads of a block that access at one time. */
    long meeting(long moment) {
        return moment >>> threadBits;
    }
}
