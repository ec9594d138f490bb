package dev.hira.sim.check;

import dev.hira.sim.code.Space;
import dev.hira.sim.run.AccessEvent;
import dev.hira.sim.run.BlockState;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds races of the threads of a block, with each other and with those of other blocks. */
final class BlockRaces {
    private static final int READERS = 4;

    private final BlockClocks clocks;
    private Cells shared;
    private final GlobalCells global;
    private final Map<Long, BlockClocks.Published> published = new HashMap<>();

    /** The present access. */
    private final Cells.Step step;

    /** Prepares for the blocks that run in this state. */
    BlockRaces(BlockState block, GlobalCells global) {
        this.clocks = new BlockClocks(block.threads);
        this.shared = Cells.ofWords(block.shared.length, READERS);
        this.global = global;
        this.step = new Cells.Step(block, clocks);
    }

    BlockClocks clocks() {
        return clocks;
    }

    void begin(long number) {
        clocks.begin(number);
        shared.clear();
        published.clear();
    }

    /**
     * Records an access; returns an earlier access that races with it, or null. Atomic changes of
     * device memory race with no access: programs commonly read a word before they change it.
     *
     * @param space shared or global
     * @param stored the values of a store; null for other accesses
     */
    Cells.@Nullable Earlier enter(
            int thread, AccessEvent touch, Space space, long place, long @Nullable [] stored) {
        int bytes = touch.access().bytes();
        boolean tolerant = space != Space.SHARED && touch.kind() == AccessEvent.Kind.UPDATE;
        step.begin(thread, touch, space, place, tolerant, stored);
        Cells.Earlier found;
        if (space == Space.SHARED) {
            if (shared.tooCoarse(bytes)) {
                shared = shared.fine();
            }
            found = shared.enter((int) place, bytes, step);
        } else {
            found = global.enter(place, bytes, step);
        }
        if (touch.writes()) {
            publish(thread, touch, space, place);
        }
        return found;
    }

    /** Joins the clocks that others may have published at an address that a thread has read. */
    void acquire(int thread, Space space, long place) {
        BlockClocks.Published seen =
                space == Space.SHARED ? published.get(place) : global.at(place);
        if (seen != null) {
            clocks.acquire(thread, seen);
        }
    }

    private void publish(int thread, AccessEvent touch, Space space, long place) {
        BlockClocks.Published now =
                touch.strong() ? clocks.publishes(thread, touch.releases()) : null;
        boolean besides = touch.kind() == AccessEvent.Kind.UPDATE;
        if (space == Space.SHARED) {
            Publications.enter(published, place, now, besides);
        } else {
            global.publish(place, now, besides);
        }
    }
}
