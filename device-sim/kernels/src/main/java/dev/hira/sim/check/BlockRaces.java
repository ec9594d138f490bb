package dev.hira.sim.check;

import dev.hira.base.RecentKeys;
import dev.hira.sim.code.Space;
import dev.hira.sim.run.AccessEvent;
import dev.hira.sim.run.BlockState;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds races of the threads of a block, with each other and with those of other blocks. */
final class BlockRaces {
    private static final int READERS = 4;

    /** The number of remembered pages of device memory, as a power of two. */
    private static final int REMEMBERED_BITS = 10;

    private final BlockClocks clocks;
    private final Visit visit;
    private Cells shared;
    private final GlobalCells global;
    private final GlobalCells.@Nullable Page[] recent = new GlobalCells.Page[1 << REMEMBERED_BITS];
    private final Map<Long, BlockClocks.Published> published = new HashMap<>();

    /** Prepares for the blocks that run in this state. */
    BlockRaces(BlockState block, Moments moments, GlobalCells global) {
        this.clocks = new BlockClocks(block.threads);
        this.visit = new Visit(block, clocks, moments);
        this.shared = Cells.ofBlock(moments, block.shared.length, READERS);
        this.global = global;
    }

    BlockClocks clocks() {
        return clocks;
    }

    void begin(long number) {
        clocks.begin(number);
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
        boolean changes = touch.kind() == AccessEvent.Kind.UPDATE;
        visit.begin(thread, touch, changes && space != Space.SHARED);
        if (stored != null) {
            visit.stores(touch, space, place, stored);
        }
        return space == Space.SHARED
                ? enterShared(thread, touch, place, changes)
                : enterGlobal(thread, touch, place, changes);
    }

    private Cells.@Nullable Earlier enterShared(
            int thread, AccessEvent touch, long place, boolean changes) {
        Cells fine = shared.tooCoarse(touch.bytes()) ? shared.fine() : null;
        shared = fine == null ? shared : fine;
        Cells.Earlier found = shared.enter((int) place, touch.bytes(), visit);
        if (touch.writes()) {
            Publications.enter(published, place, publishes(thread, touch), changes);
        }
        return found;
    }

    private Cells.@Nullable Earlier enterGlobal(
            int thread, AccessEvent touch, long place, boolean changes) {
        GlobalCells.Page page = page(place);
        Cells.Earlier found = page.enter(place, touch.bytes(), visit);
        BlockClocks.Published now = touch.writes() ? publishes(thread, touch) : null;
        if (touch.writes() && (now != null || page.mayPublish())) {
            page.publish(place, now, changes);
        }
        return found;
    }

    private GlobalCells.Page page(long address) {
        long number = GlobalCells.number(address);
        int slot = RecentKeys.slot(number, REMEMBERED_BITS);
        GlobalCells.Page page = recent[slot];
        if (page == null || page.number() != number) {
            page = global.page(number);
            recent[slot] = page;
        }
        return page;
    }

    /** Joins the clocks that others may have published at an address that a thread has read. */
    void acquire(int thread, Space space, long place) {
        BlockClocks.Published seen =
                space == Space.SHARED ? published.get(place) : page(place).at(place);
        if (seen != null) {
            clocks.acquire(thread, seen);
        }
    }

    private BlockClocks.@Nullable Published publishes(int thread, AccessEvent touch) {
        return touch.strong() ? clocks.publishes(thread, touch.releases()) : null;
    }
}
