package dev.hira.sim.run;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A running block. One object serves one block after another, so its arrays are allocated once.
 * Engines and their generated code use its fields directly; each array has an element for each
 * thread.
 */
public final class BlockState {
    /** The thread may run. */
    public static final byte READY = 0;

    /** The thread waits for others at its site. */
    public static final byte WAITING = 1;

    /** The thread has left the kernel. */
    public static final byte ENDED = 2;

    /** The site of a thread at its beginning. */
    public static final int START = -1;

    /** Stands for a site: all threads have left the kernel. */
    public static final int ALL_ENDED = -2;

    /** Stands for a site: threads are at different sites. */
    public static final int APART = -3;

    /** The grid of the block. */
    public final Grid grid;

    /** The number of threads of the block. */
    public final int threads;

    /** Shared memory: the static part, followed by the dynamic part. */
    public final byte[] shared;

    /** {@link #READY}, {@link #WAITING} or {@link #ENDED}. */
    public final byte[] phase;

    /** The number of the stop at which the thread waits or continues, or {@link #START}. */
    public final int[] site;

    /** The operand of a thread at a meeting: the value, or a predicate as 0 or 1. */
    public final long[] value;

    /** The second operand: a shuffle's lane, or a barrier's number. */
    public final int[] second;

    /** The third operand: a shuffle's clamp, or a barrier's count or 0. */
    public final int[] third;

    /** The lanes that the thread wants to meet; 0 for all lanes that are present. */
    public final int[] mask;

    /** The result of a meeting. */
    public final long[] result;

    /** The predicate that a meeting returns besides its result. */
    public final boolean[] flag;

    /** The coordinates of the block in the grid: x, followed by y and z. */
    public int ctaX;

    public int ctaY;
    public int ctaZ;

    /** The running thread, for the report when it fails. */
    public int current;

    /** The observer of the block, if any. */
    public final @Nullable AccessObserver witness;

    /** State that an engine keeps for the block between runs; only the engine uses it. */
    public @Nullable Object scratch;

    private final int localBytes;
    private final byte[] @Nullable [] local;

    /** Creates the state for blocks of a grid. */
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

    /** Resets the state to the beginning of a block. */
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

    /** Records that a thread waits at a stop; its operands must be in their slots. */
    public void stop(int thread, int stop) {
        site[thread] = stop;
        phase[thread] = WAITING;
    }

    /** Records that a thread has left the kernel. */
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

    /** The x coordinate of a thread. */
    public int tidX(int thread) {
        return thread % grid.shape().blockX();
    }

    /** The y coordinate of a thread. */
    public int tidY(int thread) {
        return thread / grid.shape().blockX() % grid.shape().blockY();
    }

    /** The z coordinate of a thread. */
    public int tidZ(int thread) {
        return thread / grid.shape().blockX() / grid.shape().blockY();
    }
}
