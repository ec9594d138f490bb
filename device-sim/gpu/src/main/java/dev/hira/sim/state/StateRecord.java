package dev.hira.sim.state;

import dev.hira.sim.driver.object.Placements;
import dev.hira.sim.kernel.KernelContext;
import dev.hira.sim.memory.Range;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record of the state; {@link RecordCodec} describes the bytes. */
sealed interface StateRecord {
    /** What a process has beside memory. */
    sealed interface OfProcess extends StateRecord {}

    /** The choices that the new process repeats; the only record that travels by itself. */
    record Choices(Placements placements) implements StateRecord {}

    /**
     * The first record of a state.
     *
     * @param nanos the time of the devices' clock at which the record was written
     */
    record Begin(long nanos) implements StateRecord {}

    /**
     * A context.
     *
     * @param grids the number of grids that were started
     * @param clockAhead the nanoseconds by which its clock is ahead of the device's
     * @param fault the failure of its work, or null
     */
    record Context(long name, long grids, long clockAhead, @Nullable Fault fault)
            implements OfProcess {}

    /** The failure of a context's work. */
    record Fault(int code, String message) {}

    /** The heap of a context's kernels, without its allocations. */
    record Heap(long context, Range range) implements OfProcess {}

    /** Some allocations in the heap of a context's kernels. */
    record HeapBlocks(long context, List<KernelContext.Extent> blocks) implements OfProcess {}

    /** Some texts that kernels have printed and the program has not received. */
    record Output(long context, long grid, List<String> texts) implements OfProcess {}

    /** Some events. */
    record Events(List<Event> events) implements OfProcess {}

    /**
     * An event.
     *
     * @param reached the time of the devices' clock when its stream reached it; null: it was never
     *     recorded, or has not been reached yet
     * @param terminated whether the work up to it was skipped
     */
    record Event(long name, @Nullable Long reached, boolean terminated) {}

    /** Some kernels. */
    record Functions(List<Function> functions) implements OfProcess {}

    /** A kernel under its name, with the most dynamic shared memory that its launches may ask. */
    record Function(long name, int maxDynamicShared) {}

    /** A part of the work that was stopped before its end. */
    record Queued(QueuedWork work) implements OfProcess {}

    /**
     * The beginning of a round of memory that precedes the state.
     *
     * @param number counts from 0
     */
    record Round(int number) implements StateRecord {}

    /** Ranges of memory that are zero. */
    record Zeros(List<Range> ranges) implements StateRecord {}

    /**
     * The last record of a state.
     *
     * @param records the number of the other records
     * @param pieces the number of pieces of memory
     * @param checksum see {@link MemoryChecksum}
     */
    record End(long records, long pieces, int checksum) implements StateRecord {}
}
