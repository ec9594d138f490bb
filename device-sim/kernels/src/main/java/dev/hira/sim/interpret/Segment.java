package dev.hira.sim.interpret;

import org.jspecify.annotations.Nullable;

/** Instructions that are done one after another: a block, or a part of one between calls. */
final class Segment {
    /** The number of the block among all of the program; -1 for what follows a call in it. */
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
     * Gives it its instructions.
     *
     * @param instructions what it does
     */
    void fill(Instructions instructions, Ending last, int lastPlace) {
        actions = instructions.actions().toArray(Action[]::new);
        places = instructions.places().stream().mapToInt(Integer::intValue).toArray();
        acquires = instructions.acquire();
        ending = last;
        endingPlace = lastPlace;
    }

    /** Whether it looks for what other threads have published, so that they may be waited for. */
    boolean acquires() {
        return acquires;
    }

    /** Does all of it; the segment where the thread goes on, or null. */
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

    /** The place in the text of its first instruction. */
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
