package dev.hira.sim.check;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Space;
import dev.hira.sim.run.AccessEvent;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.ThreadMemory;
import org.jspecify.annotations.Nullable;

/**
 * An access that is compared with the earlier ones to the same {@link Cells}. One object serves all
 * accesses of a block, one after another.
 */
final class Visit {
    private static final int STRONG = 1;
    private static final int TOLERANT = 2;
    private static final int VOLATILE = 4;
    private static final int FLAG_BITS = 3;

    private final BlockState state;
    private final BlockClocks clocks;
    private final Moments moments;

    private int thread;

    /** Whether it is a write or a change. */
    boolean writes;

    /** Its instruction, and whether it is strong, tolerant and volatile. */
    int mark;

    /** Its block, its time and its thread, as {@link Moments} packs them. */
    long moment;

    /** Its block and its time. */
    long meeting;

    private @Nullable AccessEvent store;
    private Space space = Space.GLOBAL;
    private long place;
    private long[] stored = {};

    Visit(BlockState state, BlockClocks clocks, Moments moments) {
        this.state = state;
        this.clocks = clocks;
        this.moments = moments;
    }

    /**
     * Begins the access of a thread.
     *
     * @param tolerant whether it races with no access at all
     */
    void begin(int thread, AccessEvent event, boolean tolerant) {
        this.thread = thread;
        this.writes = event.writes();
        this.mark =
                event.at() << FLAG_BITS
                        | (tolerant ? TOLERANT : 0)
                        | (event.strong() ? STRONG : 0)
                        | (isVolatile(event) ? VOLATILE : 0);
        this.moment = moments.of(clocks.block(), clocks.now(thread), thread);
        this.meeting = moments.meeting(moment);
        this.store = null;
    }

    private static boolean isVolatile(AccessEvent event) {
        return event.kind() != AccessEvent.Kind.UPDATE
                && event.access().order() == Access.Order.VOLATILE;
    }

    /** Adds the values that it stores. */
    void stores(AccessEvent event, Space space, long place, long[] stored) {
        this.store = event;
        this.space = space;
        this.place = place;
        this.stored = stored;
    }

    /** Returns the text offset of the instruction with this mark. */
    static int at(int mark) {
        return mark >> FLAG_BITS;
    }

    /** Returns whether a read or write with this mark may race with weak accesses. */
    static boolean isWeak(int mark) {
        return (mark & (STRONG | TOLERANT)) == 0;
    }

    /**
     * Returns whether the access races with an earlier one, unless both write the same value. Two
     * strong accesses race only if they are volatile and nothing but the step of their warp orders
     * them.
     *
     * @param then the moment of the earlier access
     * @param other its mark
     */
    boolean races(long then, int other) {
        if (((mark | other) & TOLERANT) != 0 || knows(then)) {
            return false;
        }
        return (mark & other & STRONG) == 0
                || ((mark & other & VOLATILE) != 0 && followsInStep(then));
    }

    /** Returns whether the access comes after a moment because its warp runs in step. */
    boolean followsInStep(long then) {
        return moments.block(then) == moments.block(moment)
                && clocks.follows(thread, moments.thread(then), moments.time(then));
    }

    /** Returns whether the thread has seen what happened at a moment. */
    boolean knows(long then) {
        return then == moment
                || clocks.knows(
                        thread, moments.block(then), moments.thread(then), moments.time(then));
    }

    /**
     * Returns whether the access changes memory: a write of the value already there does not race
     * with the write of that value.
     */
    boolean changes() {
        AccessEvent event = store;
        if (event == null) {
            return true;
        }
        int bytes = event.access().type().bytes();
        long mask = -1L >>> (Long.SIZE - event.access().type().bits());
        for (int i = 0; i < stored.length; i++) {
            long there = ThreadMemory.load(state, thread, space, place + (long) i * bytes, bytes);
            if (((there ^ stored[i]) & mask) != 0) {
                return true;
            }
        }
        return false;
    }
}
