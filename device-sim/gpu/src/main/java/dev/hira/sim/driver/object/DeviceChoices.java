package dev.hira.sim.driver.object;

import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.memory.PlacementResult;
import dev.hira.sim.memory.Range;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The numbers and addresses of a process that the driver or a device chooses. A process that takes
 * over from another one repeats the choices of that one for the same objects; other objects get
 * what is free.
 */
public final class DeviceChoices {
    private final ProcessState process;
    private final AtomicLong ids = new AtomicLong();
    private volatile @Nullable Placements before;
    private volatile boolean inOrder;

    DeviceChoices(ProcessState process) {
        this.process = process;
    }

    /**
     * Makes the process repeat the choices of another one.
     *
     * @return false: calls have been made
     */
    public boolean repeat(Placements chosen) {
        if (process.objectCount() != 0 || !ids.compareAndSet(0, chosen.lastId())) {
            return false;
        }
        before = chosen;
        return true;
    }

    /**
     * Continues with later choices of the other process: this one, to which all calls were repeated
     * meanwhile, must have made the same; it repeats those that it has not made yet.
     *
     * @param own this process's choices
     * @return false: this process has chosen otherwise
     */
    public boolean agree(Placements own, Placements later) {
        if (!own.ids().equals(later.ids())
                || !own.modules().equals(later.modules())
                || !later.heaps().entrySet().containsAll(own.heaps().entrySet())) {
            return false;
        }
        for (SimContext context : process.contexts()) {
            @Nullable Range heap = later.heaps().get(context.name());
            if (heap != null && !own.heaps().containsKey(context.name())) {
                if (isTaken(context, heap)) {
                    return false;
                }
                context.memory().reserve(heap);
            }
            @Nullable Long next = later.next().get(context.name());
            if (next != null) {
                context.memory().placeInOrder(next);
            }
        }
        before = later;
        ids.set(later.lastId());
        return true;
    }

    private static boolean isTaken(SimContext context, Range range) {
        return context.memory().allocations().stream()
                .anyMatch(each ->
                        each.start() < range.start() + range.bytes() && range.start() < each.end());
    }

    /** The choices to repeat, or null. */
    public @Nullable Placements before() {
        return before;
    }

    /** Ends the repetition: from now on all objects get what is free. */
    public void endRepetition() {
        before = null;
        process.contexts().forEach(context -> context.memory().endReservations());
    }

    /** The last number that was given. */
    public long lastId() {
        return ids.get();
    }

    /** Returns a number that no other object of the process has or had. */
    long newId() {
        return ids.incrementAndGet();
    }

    /**
     * Returns the number of a new object: the one that it had before, or else one that no other
     * object of the process has or had.
     */
    public long idOf(long name) {
        @Nullable Placements chosen = before;
        @Nullable Long same = chosen == null ? null : chosen.ids().get(name);
        return same == null ? newId() : same;
    }

    /**
     * Makes the choices in contexts that are created from now on by the order of the calls alone,
     * so that a process that repeats the calls makes the same.
     */
    public void chooseInOrder() {
        inOrder = true;
    }

    /**
     * Runs a task that allocates again what was below the next address of each context: it changes
     * none of these addresses.
     */
    public void belowNext(Runnable task) {
        Map<SimContext, Long> next = new HashMap<>();
        for (SimContext context : process.contexts()) {
            if (context.memory().placesNext() != 0) {
                next.put(context, context.memory().placesNext());
                context.memory().placeWhereFree();
            }
        }
        try {
            task.run();
        } finally {
            next.forEach((context, address) -> context.memory().placeInOrder(address));
        }
    }

    /** Keeps the places of before in a new context free. */
    void keepPlaces(SimContext context) {
        @Nullable Placements chosen = before;
        if (chosen != null) {
            chosen.in(context.name()).forEach(context.memory()::reserve);
        }
        @Nullable Long next = chosen == null ? null : chosen.next().get(context.name());
        if (inOrder || next != null) {
            context.memory().placeInOrder(next == null ? 0 : next);
        }
    }

    /** Places a variable of a module where it was before, or else anywhere. */
    PlacementResult<ChannelOperation> placeVariable(
            SimContext context, long module, int index, long bytes) {
        @Nullable Placements chosen = before;
        Placements.@Nullable OfModule same = chosen == null ? null : chosen.modules().get(module);
        if (same == null) {
            return process.quota().place(context, bytes);
        }
        if (same.context() != context.name()
                || index >= same.variables().size()
                || same.variables().get(index).bytes() != bytes) {
            return new PlacementResult.Refused<>(
                    "the variable number "
                            + index
                            + " of the module "
                            + CudaFailures.hex(module)
                            + ", of "
                            + bytes
                            + " bytes, is not the one that the module had before its session was"
                            + " moved");
        }
        return placeAgain(context, same.variables().get(index));
    }

    /** Allocates device memory where it was before. The memory was within the quota there. */
    public PlacementResult<ChannelOperation> placeAgain(SimContext context, Range range) {
        return switch (context.memory().placeReserved(range)) {
            case PlacementResult.Placed<ChannelOperation> placed -> placed;
            case PlacementResult.Refused<ChannelOperation>(var why) ->
                    new PlacementResult.Refused<>(notAgain(range, why));
            case PlacementResult.NoMemory<ChannelOperation>(var why, var later) ->
                    new PlacementResult.NoMemory<>(notAgain(range, why), later);
        };
    }

    private static String notAgain(Range range, String why) {
        return "the session was moved here, and its memory at "
                + CudaFailures.hex(range.start())
                + " cannot be placed there again: "
                + why;
    }
}
