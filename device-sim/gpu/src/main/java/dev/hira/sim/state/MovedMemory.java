package dev.hira.sim.state;

import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.SimModule;
import dev.hira.sim.driver.object.SimObject;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.kernel.KernelContext;
import dev.hira.sim.memory.Allocation;
import dev.hira.sim.memory.ContentRounds;
import dev.hira.sim.memory.CopyBuffer;
import dev.hira.sim.memory.Range;
import dev.hira.sim.pages.PageTracker;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a process that moves with it: what the guest has allocated, the variables of
 * modules, and the heap of kernels. Other memory is temporary.
 */
final class MovedMemory implements AutoCloseable {
    private final ProcessState process;
    private final PageTracker tracker;
    private final CopyBuffer buffer = new CopyBuffer();
    private final Map<SimContext, ContentRounds<ChannelOperation>> spaces = new HashMap<>();

    /** Which memory to take. The heap has no place at the receiver before its record. */
    enum Extent {
        ALL,
        WITHOUT_HEAP
    }

    /** Creates the memory; closes the tracker at the end. */
    MovedMemory(ProcessState process, PageTracker tracker) {
        this.process = process;
        this.tracker = tracker;
    }

    /** Passes on the content that has changed since the last time; see {@link ContentRounds}. */
    void pass(Extent extent, boolean untouched, ContentRounds.Visitor visitor) {
        spaces.keySet().retainAll(process.contexts());
        for (SimContext context : process.contexts()) {
            of(context).pass(chosen(context, extent), buffer, untouched, visitor);
        }
    }

    long pending(Extent extent) {
        return process.contexts().stream()
                .mapToLong(context -> of(context).pending(chosen(context, extent)))
                .sum();
    }

    /** Has a range passed on once more. */
    void missed(Range range) {
        @Nullable SimContext owner = process.ownerOf(range.start());
        if (owner != null) {
            of(owner).missed(range);
        }
    }

    private ContentRounds<ChannelOperation> of(SimContext context) {
        return spaces.computeIfAbsent(context, c -> new ContentRounds<>(c.memory(), tracker));
    }

    private Predicate<Allocation<ChannelOperation>> chosen(SimContext context, Extent extent) {
        Set<Long> chosenByDevice = new HashSet<>();
        KernelContext.@Nullable Extent heap = context.kernels().heap().range();
        if (heap != null && extent == Extent.ALL) {
            chosenByDevice.add(heap.address());
        }
        for (SimObject object : process.objects().values()) {
            if (object instanceof SimModule module && module.context() == context) {
                module.variables().stream().map(Allocation::start).forEach(chosenByDevice::add);
            }
        }
        long deviceStart = context.memory().window().deviceStart();
        return each -> each.start() < deviceStart || chosenByDevice.contains(each.start());
    }

    @Override
    public void close() {
        tracker.close();
        buffer.close();
    }
}
