package dev.hira.sim.check;

import dev.hira.sim.code.Space;
import dev.hira.sim.run.AccessEvent;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.ThreadMemory;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last accesses to the cells of memory: for each cell its last writer and some readers since.
 * The readers kept for a cell belong to different blocks and warps, since threads that have met are
 * equivalent for the next writer.
 */
final class Cells {
    /** The bits of a time that hold the thread's number. */
    private static final int THREAD_BITS = 10;

    private static final int WARP_SHIFT = 5;
    private static final int WRITER = 0;
    private static final int STRONG = 1;
    private static final int TOLERANT = 2;
    private static final int WORD = 4;

    /** The bits of a meeting that hold the time of its block. */
    private static final int TIME_BITS = 40;

    /** The bytes of a cell: those of a word, or 1. */
    private final int size;

    /** The slots of each cell: one writer and the readers. */
    private final int slots;

    private final long[] when;
    private final long[] block;

    /** Text offsets, shifted, with a bit for strong accesses. */
    private final int[] mark;

    /** For each cell the meeting since which it has no room for another reader, or 0. */
    private final long[] full;

    private Cells(int count, int size, int readers) {
        this.size = size;
        this.slots = 1 + readers;
        this.when = new long[count * slots];
        this.block = new long[count * slots];
        this.mark = new int[count * slots];
        this.full = new long[count];
    }

    /** Creates a cell for each word of so many bytes. */
    static Cells ofWords(int bytes, int readers) {
        return new Cells(Math.ceilDiv(bytes, WORD), WORD, readers);
    }

    /** Returns the host memory, in bytes, of cells for so many bytes. */
    static long hostBytes(int bytes, boolean fine, int readers) {
        long count = fine ? bytes : Math.ceilDiv(bytes, WORD);
        long slots = (1L + readers) * (Long.BYTES + Long.BYTES + Integer.BYTES);
        return count * (slots + Long.BYTES);
    }

    /** Returns whether cells of a word are too coarse for an access of so many bytes. */
    boolean tooCoarse(int bytes) {
        return bytes < size;
    }

    /** Forgets all accesses. */
    void clear() {
        Arrays.fill(when, 0);
        Arrays.fill(full, 0);
    }

    /** Forgets the accesses to the cell of a byte; returns the first byte after the cell. */
    int clear(int at) {
        int cell = at / size;
        Arrays.fill(when, cell * slots, (cell + 1) * slots, 0);
        full[cell] = 0;
        return (cell + 1) * size;
    }

    /** Returns the same accesses with a cell for each byte. */
    Cells fine() {
        Cells fine = new Cells(when.length / slots * size, 1, slots - 1);
        for (int i = 0; i < fine.when.length; i++) {
            int from = i / slots / size * slots + i % slots;
            fine.when[i] = when[from];
            fine.block[i] = block[from];
            fine.mark[i] = mark[from];
        }
        return fine;
    }

    /** An access to compare with earlier ones; one object serves one access after another. */
    static final class Step {
        private final BlockState state;
        private final BlockClocks clocks;
        private int thread;
        private @Nullable AccessEvent event;
        private Space space = Space.GLOBAL;
        private long place;
        private long @Nullable [] stored;
        private int at;
        private boolean writes;
        private boolean strong;

        /** Whether it races with no access at all. */
        private boolean tolerant;

        /** The thread's time and number in one. */
        private long when;

        private long block;

        /** The thread's block and time in one: its last meeting with others. */
        private long meeting;

        Step(BlockState state, BlockClocks clocks) {
            this.state = state;
            this.clocks = clocks;
        }

        /**
         * Begins the access of a thread.
         *
         * @param tolerant whether it races with no access at all
         * @param stored the values of a store; null for other accesses
         */
        void begin(
                int thread,
                AccessEvent event,
                Space space,
                long place,
                boolean tolerant,
                long @Nullable [] stored) {
            long now = clocks.now(thread);
            this.thread = thread;
            this.event = event;
            this.space = space;
            this.place = place;
            this.stored = stored;
            this.at = event.at();
            this.writes = event.writes();
            this.strong = event.strong();
            this.tolerant = tolerant;
            this.when = now << THREAD_BITS | thread;
            this.block = clocks.block();
            this.meeting = (block << TIME_BITS) + now;
        }

        private int mark() {
            return at << 2 | (tolerant ? TOLERANT : 0) | (strong ? STRONG : 0);
        }

        /**
         * Returns whether the access changes memory: a write of the value already there does not
         * race with the write of that value.
         */
        private boolean changes() {
            if (stored == null || event == null) {
                return true;
            }
            int bytes = event.access().type().bytes();
            long mask = -1L >>> (Long.SIZE - event.access().type().bits());
            for (int i = 0; i < stored.length; i++) {
                long there =
                        ThreadMemory.load(state, thread, space, place + (long) i * bytes, bytes);
                if (((there ^ stored[i]) & mask) != 0) {
                    return true;
                }
            }
            return false;
        }
    }

    /** An earlier access that races with the present one. */
    record Earlier(long block, int thread, boolean wrote, int at) {}

    /** Records an access to bytes; returns an earlier access that races with it, or null. */
    @Nullable Earlier enter(int at, int bytes, Step step) {
        Earlier found = null;
        int end = at + bytes;
        for (int cell = at / size; cell * size < end; cell++) {
            Earlier one = enter(cell, step);
            found = found == null ? one : found;
        }
        return found;
    }

    private @Nullable Earlier enter(int cell, Step step) {
        int writer = cell * slots + WRITER;
        boolean race = races(writer, step) && (!step.writes || step.changes());
        Earlier found = race ? earlier(writer, true) : null;
        if (!step.writes) {
            read(cell, step);
            return found;
        }
        for (int slot = writer + 1; slot < writer + slots; slot++) {
            if (found == null && races(slot, step)) {
                found = earlier(slot, false);
            }
            when[slot] = 0;
        }
        put(writer, step);
        full[cell] = 0;
        return found;
    }

    private boolean races(int slot, Step step) {
        boolean may =
                step.tolerant
                        || (mark[slot] & TOLERANT) != 0
                        || (step.strong && (mark[slot] & STRONG) != 0);
        return when[slot] != 0 && !may && !known(slot, step);
    }

    private boolean known(int slot, Step step) {
        return step.clocks.knows(step.thread, block[slot], thread(slot), when[slot] >> THREAD_BITS);
    }

    private int thread(int slot) {
        return (int) when[slot] & (1 << THREAD_BITS) - 1;
    }

    private Earlier earlier(int slot, boolean wrote) {
        return new Earlier(block[slot], thread(slot), wrote, mark[slot] >> 2);
    }

    private void put(int slot, Step step) {
        when[slot] = step.when;
        block[slot] = step.block;
        mark[slot] = step.mark();
    }

    /**
     * Records a reader in a free slot, or in place of a reader that need not be kept; otherwise
     * drops it. Threads that read after the same meeting have the same knowledge, so the next one
     * is dropped as well.
     */
    private void read(int cell, Step step) {
        int writer = cell * slots + WRITER;
        boolean weak = (mark[writer] & (STRONG | TOLERANT)) == 0;
        if (full[cell] == step.meeting
                || (weak && when[writer] == step.when && block[writer] == step.block)) {
            return; // a race with this read is a race with the thread's own write as well
        }
        int end = writer + slots;
        for (int slot = writer + 1; slot < end; slot++) {
            if (when[slot] == 0 || known(slot, step)) {
                put(slot, step);
                return;
            }
        }
        for (int slot = writer + 1; slot < end; slot++) {
            for (int other = writer + 1; other < slot; other++) {
                if (alike(slot, other)) {
                    put(slot, step);
                    return;
                }
            }
        }
        full[cell] = step.meeting;
    }

    private boolean alike(int slot, int other) {
        return block[slot] == block[other]
                && thread(slot) >> WARP_SHIFT == thread(other) >> WARP_SHIFT;
    }
}
