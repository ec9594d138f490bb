package dev.hira.sim.check;

import dev.hira.sim.code.Space;
import dev.hira.sim.run.AccessEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Finds races of the threads of a block, with each other and with those of other blocks. */
final class BlockRaces {
    private static final int READERS = 4;

    private final BlockClocks clocks;
    private Cells shared;
    private final GlobalCells global;
    private final Map<Long, BlockClocks.Published> published = new HashMap<>();

    /** Prepares for blocks with so many threads and so much shared memory. */
    BlockRaces(int threads, int sharedBytes, GlobalCells global) {
        this.clocks = new BlockClocks(threads);
        this.shared = Cells.ofWords(sharedBytes, READERS);
        this.global = global;
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
     */
    Cells.@Nullable Earlier enter(
            int thread, AccessEvent touch, Space space, long place, BooleanSupplier change) {
        int bytes = touch.access().bytes();
        boolean tolerant = space != Space.SHARED && touch.kind() == AccessEvent.Kind.UPDATE;
        Cells.Step step = Cells.Step.of(clocks, thread, touch, tolerant, change);
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
