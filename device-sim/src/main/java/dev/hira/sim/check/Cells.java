package dev.hira.sim.check;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who accessed which cells of memory last: of each cell the last writer and some of those who have
 * read it since. Those who read are kept such that they are of different blocks and warps, since
 * those who have met do not differ for who writes next.
 */
final class Cells {
    /** Bits of a time that are the thread's number. */
    private static final int THREAD_BITS = 10;

    private static final int WARP_SHIFT = 5;
    private static final int WRITER = 0;
    private static final int STRONG = 1;
    private static final int TOLERANT = 2;

    /** Slots of each cell: the writer and the readers. */
    private final int slots;

    private final long[] when;
    private final long[] block;

    /** Places in the text, shifted, with a bit for strong accesses. */
    private final int[] mark;

    Cells(int count, int readers) {
        this.slots = 1 + readers;
        this.when = new long[count * slots];
        this.block = new long[count * slots];
        this.mark = new int[count * slots];
    }

    /** Bytes that so many cells take. */
    static long bytes(int count, int readers) {
        return (1L + readers) * count * (Long.BYTES + Long.BYTES + Integer.BYTES);
    }

    int count() {
        return when.length / slots;
    }

    /** Forgets everything. */
    void clear() {
        Arrays.fill(when, 0);
    }

    /** Forgets who accessed a cell. */
    void clear(int cell) {
        Arrays.fill(when, cell * slots, (cell + 1) * slots, 0);
    }

    /** The same, for cells a quarter as large. */
    Cells quartered() {
        Cells fine = new Cells(count() * 4, slots - 1);
        for (int i = 0; i < fine.when.length; i++) {
            int from = i / slots / 4 * slots + i % slots;
            fine.when[i] = when[from];
            fine.block[i] = block[from];
            fine.mark[i] = mark[from];
        }
        return fine;
    }

    /**
     * An access, to be compared with those before.
     *
     * @param clocks of the thread's block
     * @param strong whether it races with no other one that is
     * @param tolerant whether it races with none at all
     * @param change tells whether it changes anything: who writes what is there already does not
     *     race with who has written it
     */
    record Step(
            BlockClocks clocks,
            int thread,
            boolean writes,
            boolean strong,
            boolean tolerant,
            BooleanSupplier change,
            int at) {
        private long when() {
            return clocks.now(thread) << THREAD_BITS | thread;
        }

        private int mark() {
            return at << 2 | (tolerant ? TOLERANT : 0) | (strong ? STRONG : 0);
        }
    }

    /** An earlier access that races with another one. */
    record Earlier(long block, int thread, boolean wrote, int at) {}

    /** Enters an access; an earlier one that races with it, or null. */
    @Nullable Earlier enter(int cell, Step step) {
        int writer = cell * slots + WRITER;
        boolean race = races(writer, step) && (!step.writes || step.change.getAsBoolean());
        Earlier found = race ? earlier(writer, true) : null;
        if (!step.writes) {
            read(writer, step);
            return found;
        }
        for (int slot = writer + 1; slot < writer + slots; slot++) {
            if (found == null && races(slot, step)) {
                found = earlier(slot, false);
            }
            when[slot] = 0;
        }
        put(writer, step);
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
        when[slot] = step.when();
        block[slot] = step.clocks.block();
        mark[slot] = step.mark();
    }

    /** Keeps a reader where there is none, or one who need not be kept; else forgets it. */
    private void read(int writer, Step step) {
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
    }

    private boolean alike(int slot, int other) {
        return block[slot] == block[other]
                && thread(slot) >> WARP_SHIFT == thread(other) >> WARP_SHIFT;
    }
}
