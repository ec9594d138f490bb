package dev.hira.sim.state;

import dev.hira.api.MemoryRange;
import dev.hira.api.MemoryRounds;
import dev.hira.api.StateSink;
import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.memory.Range;
import dev.hira.sim.pages.PageTracker;
import java.util.List;
import java.util.function.Supplier;

/** The rounds of memory that precede the state of a process. */
final class Precopy implements MemoryRounds {
    private final ProcessState process;
    private final MovedMemory memory;
    private final StateOutput.Totals totals = new StateOutput.Totals();
    private int rounds;

    Precopy(ProcessState process, PageTracker tracker) {
        this.process = process;
        this.memory = new MovedMemory(process, tracker);
    }

    @Override
    public long pending() {
        return memory.pending(MovedMemory.Extent.WITHOUT_HEAP);
    }

    @Override
    public long round(StateSink sink) {
        long before = totals.bytes();
        StateOutput out = new StateOutput(sink, totals, true);
        out.write(new StateRecord.Round(rounds));
        // The first time, the receiver has no content where this process never had any.
        memory.pass(MovedMemory.Extent.WITHOUT_HEAP, rounds > 0, out);
        out.flush();
        rounds++;
        return totals.bytes() - before;
    }

    @Override
    public void missed(List<MemoryRange> ranges) {
        ranges.forEach(range -> memory.missed(new Range(range.address(), range.bytes())));
    }

    @Override
    public long save(StateSink sink) {
        return save(sink, List::of);
    }

    @Override
    public long save(StateSink sink, Supplier<List<MemoryRange>> missed) {
        StateTransfer.requireMovable(process);
        long before = totals.bytes();
        boolean ahead = rounds > 0;
        new StateSaver(process, new StateOutput(sink, totals, ahead))
                .save(memory, ahead, () -> noted(missed.get()));
        return totals.bytes() - before;
    }

    private boolean noted(List<MemoryRange> ranges) {
        missed(ranges);
        return !ranges.isEmpty();
    }

    @Override
    public void close() {
        memory.close();
    }
}
