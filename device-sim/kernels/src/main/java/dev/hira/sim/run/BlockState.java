package dev.hira.sim.run;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A block on its way. Used for one block after another, so that its arrays are made once. Its
 * fields are open to engines, whose generated code uses them directly; all arrays have an element
 * for each thread.
 */
public final class BlockState {
    /** May run. */
    public static final byte READY = 0;

    /** Waits for others at its site. */
    public static final byte WAITING = 1;

    /** Has left the kernel. */
    public static final byte ENDED = 2;

    /** The site of a thread that is at its beginning. */
    public static final int START = -1;

    /** Instead of a site: all threads have left the kernel. */
    public static final int ALL_ENDED = -2;

    /** Instead of a site: threads are at different places. */
    public static final int APART = -3;

    /** The grid that it belongs to. */
    public final Grid grid;

    /** Threads of the block. */
    public final int threads;

    /** Shared memory: what the kernel declares and behind it the dynamic part. */
    public final byte[] shared;

    /** {@link #READY}, {@link #WAITING} or {@link #ENDED}. */
    public final byte[] phase;

    /** The number of the stop where the thread waits or goes on, or {@link #START}. */
    public final int[] site;

    /** What a thread brings to a meeting: the value, or a predicate as 0 or 1. */
    public final long[] value;

    /** What it brings besides: a shuffle's lane, a barrier's number. */
    public final int[] second;

    /** And a shuffle's clamp, a barrier's count or 0. */
    public final int[] third;

    /** The lanes that it wants to meet; 0 for those who are there. */
    public final int[] mask;

    /** What it takes from a meeting. */
    public final long[] result;

    /** And a predicate. */
    public final boolean[] flag;

    /** The number of the block's place in the grid. */
    public int ctaX;

    public int ctaY;
    public int ctaZ;

    /** The thread that runs, for the report when it fails. */
    public int current;

    /** What watches the block, if anything does. */
    public final @Nullable AccessObserver witness;

    /** What an engine keeps for the block between runs, its own business. */
    public @Nullable Object scratch;

    private final int localBytes;
    private final byte[] @Nullable [] local;

    /** The state of blocks of a grid. */
    public BlockState(Grid grid) {
        this.grid = grid;
        this.threads = (int) grid.shape().threadsPerBlock();
        this.shared = new byte[grid.sharedBytes()];
        this.phase = new byte[threads];
        this.site = new int[threads];
        this.value = new long[threads];
        this.second = new int[threads];
        this.third = new int[threads];
        this.mask = new int[threads];
        this.result = new long[threads];
        this.flag = new boolean[threads];
        this.localBytes = grid.localBytes();
        this.local = new byte[threads][];
        this.witness = grid.host().witness(this);
    }

    /** Makes it a block at its beginning. */
    public void begin(int x, int y, int z) {
        ctaX = x;
        ctaY = y;
        ctaZ = z;
        Arrays.fill(shared, (byte) 0);
        Arrays.fill(phase, READY);
        Arrays.fill(site, START);
        if (witness != null) {
            witness.begin(this);
        }
    }

    /** Notes that a thread waits at a stop, whose operands are in their places. */
    public void stop(int thread, int stop) {
        site[thread] = stop;
        phase[thread] = WAITING;
    }

    /** Notes that a thread has left the kernel. */
    public void end(int thread) {
        phase[thread] = ENDED;
    }

    /** The local memory of a thread. */
    public byte[] local(int thread) {
        byte[] bytes = local[thread];
        if (bytes == null) {
            bytes = new byte[localBytes];
            local[thread] = bytes;
        }
        return bytes;
    }

    /** The first coordinate of a thread. */
    public int tidX(int thread) {
        return thread % grid.shape().blockX();
    }

    /** The second. */
    public int tidY(int thread) {
        return thread / grid.shape().blockX() % grid.shape().blockY();
    }

    /** The third. */
    public int tidZ(int thread) {
        return thread / grid.shape().blockX() / grid.shape().blockY();
    }
}
