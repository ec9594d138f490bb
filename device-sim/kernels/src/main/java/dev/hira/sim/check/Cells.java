package dev.hira.sim.check;

import dev.hira.sim.run.AccessEvent;
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
    private static final int WORD = 4;

    /** Bits of a meeting that are the time of its block. */
    private static final int TIME_BITS = 40;

    /** Bytes of a cell: those of a word, or 1. */
    private final int size;

    /** Slots of each cell: the writer and the readers. */
    private final int slots;

    private final long[] when;
    private final long[] block;

    /** Places in the text, shifted, with a bit for strong accesses. */
    private final int[] mark;

    /** Of each cell the meeting since which it has no room for another reader, or 0. */
    private final long[] full;

    private Cells(int count, int size, int readers) {
        this.size = size;
        this.slots = 1 + readers;
        this.when = new long[count * slots];
        this.block = new long[count * slots];
        this.mark = new int[count * slots];
        this.full = new long[count];
    }

    /** A cell for each word of so many bytes. */
    static Cells ofWords(int bytes, int readers) {
        return new Cells(Math.ceilDiv(bytes, WORD), WORD, readers);
    }

    /** Bytes of the host's memory that cells for so many bytes take. */
    static long hostBytes(int bytes, boolean fine, int readers) {
        long count = fine ? bytes : Math.ceilDiv(bytes, WORD);
        long slots = (1L + readers) * (Long.BYTES + Long.BYTES + Integer.BYTES);
        return count * (slots + Long.BYTES);
    }

    /** Whether cells of a word each are too coarse for an access of so many bytes. */
    boolean tooCoarse(int bytes) {
        return bytes < size;
    }

    /** Forgets everything. */
    void clear() {
        Arrays.fill(when, 0);
        Arrays.fill(full, 0);
    }

    /** Forgets who accessed the cell of a byte; returns the first byte behind the cell. */
    int clear(int at) {
        int cell = at / size;
        Arrays.fill(when, cell * slots, (cell + 1) * slots, 0);
        full[cell] = 0;
        return (cell + 1) * size;
    }

    /** The same, with a cell for each byte. */
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

    /**
     * An access, to be compared with those before.
     *
     * @param clocks of the thread's block
     * @param strong whether it races with no other one that is
     * @param tolerant whether it races with none at all
     * @param change tells whether it changes anything: who writes what is there already does not
     *     race with who has written it
     * @param when the thread's time and number in one
     * @param meeting the thread's block and time in one: its last meeting with others
     */
    record Step(
            BlockClocks clocks,
            int thread,
            boolean writes,
            boolean strong,
            boolean tolerant,
            BooleanSupplier change,
            int at,
            long when,
            long meeting) {
        /** An access of a thread by what an instruction does. */
        static Step of(
                BlockClocks clocks,
                int thread,
                AccessEvent touch,
                boolean tolerant,
                BooleanSupplier change) {
            long now = clocks.now(thread);
            return new Step(
                    clocks,
                    thread,
                    touch.writes(),
                    touch.strong(),
                    tolerant,
                    change,
                    touch.at(),
                    now << THREAD_BITS | thread,
                    (clocks.block() << TIME_BITS) + now);
        }

        private int mark() {
            return at << 2 | (tolerant ? TOLERANT : 0) | (strong ? STRONG : 0);
        }
    }

    /** An earlier access that races with another one. */
    record Earlier(long block, int thread, boolean wrote, int at) {}

    /** Enters an access to bytes; an earlier one that races with it, or null. */
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
        boolean race = races(writer, step) && (!step.writes || step.change.getAsBoolean());
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
        block[slot] = step.clocks.block();
        mark[slot] = step.mark();
    }

    /**
     * Keeps a reader where there is none, or one that need not be kept; else forgets it. Threads
     * that read after the same meeting know the same, so that the next one is forgotten as well.
     */
    private void read(int cell, Step step) {
        int writer = cell * slots + WRITER;
        boolean weak = (mark[writer] & (STRONG | TOLERANT)) == 0;
        if (full[cell] == step.meeting
                || (weak && when[writer] == step.when && block[writer] == step.clocks.block())) {
            return; // what races with this reading races with the thread's own write as well
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
