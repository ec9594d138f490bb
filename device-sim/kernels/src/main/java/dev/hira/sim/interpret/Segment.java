package dev.hira.sim.interpret;

import org.jspecify.annotations.Nullable;

/** Instructions that execute one after another: a block, or a part of one between calls. */
final class Segment {
    /** The number of the block in the whole program; -1 for the part of a block after a call. */
    final int number;

    private Action[] actions = {};
    private int[] places = {};
    private @Nullable Ending ending;
    private int endingPlace;
    private boolean acquires;

    Segment(int number) {
        this.number = number;
    }

    /**
     * Sets the instructions.
     *
     * @param instructions the actions of the segment
     */
    void fill(Instructions instructions, Ending last, int lastPlace) {
        actions = instructions.actions().toArray(Action[]::new);
        places = instructions.places().stream().mapToInt(Integer::intValue).toArray();
        acquires = instructions.acquire();
        ending = last;
        endingPlace = lastPlace;
    }

    /**
     * Whether the segment reads memory that other threads may have published, so it may be part of
     * a polling loop.
     */
    boolean acquires() {
        return acquires;
    }

    /** Runs the whole segment; returns the segment at which the thread continues, or null. */
    @Nullable Segment run(GuestThread thread) {
        long[] slots = thread.slots();
        int position = 0;
        try {
            for (; position < actions.length; position++) {
                actions[position].run(thread, slots);
            }
            return ending().next(thread, slots);
        } catch (RuntimeException | StackOverflowError failed) {
            thread.failedAt(position < places.length ? places[position] : endingPlace);
            throw failed;
        }
    }

    /** The text offset of its first instruction. */
    int place() {
        return places.length > 0 ? places[0] : endingPlace;
    }

    private Ending ending() {
        if (ending == null) {
            throw new IllegalStateException("The segment is not filled.");
        }
        return ending;
    }
}
