package dev.hira.sim.check;

import dev.hira.base.RecentKeys;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Windows;
import dev.hira.sim.kernel.KernelContext.Extent;
import dev.hira.sim.kernel.KernelLedger;
import dev.hira.sim.kernel.WrittenBytes;
import dev.hira.sim.run.AccessEvent;
import dev.hira.sim.run.AccessObserver;
import dev.hira.sim.run.BlockScheduler;
import dev.hira.sim.run.BlockState;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the accesses of a block, on the thread that runs it. */
final class BlockCheck implements AccessObserver {
    /** The number of remembered extents, which save calls to the ledger, as a power of two. */
    private static final int REMEMBERED_BITS = 10;

    /** Addresses that differ only in so many low bits share a slot. */
    private static final int REMEMBERED_SHIFT = 12;

    private final GridCheck grid;
    private final BlockState block;
    private final @Nullable BlockMemory memory;
    private final @Nullable BlockRaces races;
    private final @Nullable Extent[] recent = new Extent[1 << REMEMBERED_BITS];
    private final WrittenBytes.View written;

    /** The threads known to have left the kernel. */
    private final boolean[] gone;

    BlockCheck(GridCheck grid, BlockState block) {
        this.grid = grid;
        this.block = block;
        this.memory = grid.checks().memory() ? new BlockMemory(block) : null;
        this.races =
                grid.checks().races() ? new BlockRaces(block, grid.moments(), grid.cells()) : null;
        this.written = grid.ledger().written().view();
        this.gone = new boolean[block.threads];
    }

    @Override
    public void begin(BlockState begun) {
        if (memory != null) {
            memory.begin();
        }
        if (races != null) {
            races.begin(grid.number(begun));
        }
        Arrays.fill(gone, false);
    }

    @Override
    public void sees(int thread, AccessEvent touch, long address, long @Nullable [] stored) {
        Space space = touch.access().space();
        long place = address;
        if (space == Space.GENERIC) {
            space = Windows.spaceOf(address);
            place = address - Windows.of(space);
        }
        int bytes = touch.bytes();
        boolean refused = space == Space.PARAM || (place & bytes - 1) != 0;
        if (refused || !within(space, place, bytes)) {
            return;
        }
        if (memory != null) {
            look(memory, thread, touch, space, place);
        }
        if (races != null && space != Space.LOCAL) {
            Cells.Earlier other = races.enter(thread, touch, space, place, stored);
            if (other != null) {
                grid.race(block, thread, touch, space, place, other);
            }
        }
    }

    @Override
    public void saw(int thread, AccessEvent touch, long address) {
        Space space = touch.space(address);
        if (races != null && (space == Space.SHARED || space == Space.GLOBAL)) {
            races.acquire(thread, space, touch.place(address));
        }
    }

    /**
     * Returns whether an access is within the block's own memory; device memory is checked
     * elsewhere.
     */
    private boolean within(Space space, long place, int bytes) {
        if (space == Space.SHARED) {
            return place >= 0 && place <= block.shared.length - bytes;
        }
        return space != Space.LOCAL || (place >= 0 && place <= block.grid.localBytes() - bytes);
    }

    private void look(BlockMemory own, int thread, AccessEvent touch, Space space, long place) {
        int bytes = touch.bytes();
        boolean known;
        if (space == Space.SHARED || space == Space.LOCAL) {
            ByteMarks all = space == Space.SHARED ? own.shared() : own.local(thread);
            known = all.contains((int) place, bytes);
            if (touch.writes()) {
                all.add((int) place, bytes);
            }
        } else {
            require(place, bytes);
            known = !touch.reads() || written.contains(place, bytes);
            if (touch.writes()) {
                written.add(place, bytes);
            }
        }
        if (touch.reads() && !touch.copies() && !known) {
            grid.unwritten(block, thread, touch, space, place);
        }
    }

    private void require(long address, int bytes) {
        int slot = RecentKeys.slot(address >> REMEMBERED_SHIFT, REMEMBERED_BITS);
        Extent extent = recent[slot];
        if (extent != null
                && address >= extent.address()
                && address - extent.address() <= extent.bytes() - bytes) {
            return;
        }
        KernelLedger.Holder holder = grid.holder(address, bytes);
        if (holder.lasting()) {
            recent[slot] = holder.extent();
        }
    }

    @Override
    public void fence(int thread) {
        if (races != null) {
            races.clocks().fence(thread);
        }
    }

    @Override
    public void given(long address, long bytes) {
        if (memory != null) {
            grid.ledger().written().remove(address, bytes);
        }
        if (races != null) {
            grid.cells().forget(address, bytes);
        }
    }

    @Override
    public void fresh(int thread, long start, long end) {
        if (memory != null) {
            memory.local(thread).clear((int) start, (int) end);
        }
    }

    @Override
    public void copied(int thread, long from, long to, long bytes) {
        if (memory != null) {
            memory.copied(thread, (int) from, (int) to, (int) bytes);
        }
    }

    @Override
    public void arrived(int thread, int barrier) {
        if (races != null) {
            races.clocks().arrive(thread, barrier);
        }
    }

    @Override
    public void metAt(int barrier, int[] threads, int count, List<Exit.Stop> stops) {
        if (races != null) {
            for (int thread = 0; thread < block.threads; thread++) {
                if (block.phase[thread] == BlockState.ENDED && !gone[thread]) {
                    gone[thread] = true;
                    races.clocks().end(thread);
                }
            }
            races.clocks().meetAt(barrier, threads, count);
            lookForDivergence(threads, count, stops);
        }
    }

    /** Reports threads of a warp that have come to different instructions of an aligned barrier. */
    private void lookForDivergence(int[] threads, int count, List<Exit.Stop> stops) {
        for (int i = 1; i < count; i++) {
            int before = threads[i - 1];
            int thread = threads[i];
            boolean together = before / BlockScheduler.WARP == thread / BlockScheduler.WARP;
            Exit.Stop first = stops.get(block.site[before]);
            Exit.Stop second = stops.get(block.site[thread]);
            if (together && first.at() != second.at()) { // an inlined stop has several sites
                grid.diverged(block, before, first, thread, second);
            }
        }
    }

    @Override
    public void met(int first, int lanes) {
        if (races != null) {
            races.clocks().meet(first, lanes);
        }
    }

    @Override
    public void stepped(int first, int lanes, boolean mayPoll) {
        if (races != null && mayPoll) {
            races.clocks().leaveStep(first, lanes);
        } else if (races != null) {
            races.clocks().step(first, lanes);
        }
    }
}
