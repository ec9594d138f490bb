package dev.hira.sim.state;

import dev.hira.api.StateSink;
import dev.hira.sim.memory.ContentRounds;
import dev.hira.sim.memory.Range;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Writes records and memory to a sink, and counts them for the last record. */
final class StateOutput implements ContentRounds.Visitor {
    /** The most ranges in a record. */
    private static final int RANGES = 2048;

    private final StateSink sink;
    private final Totals totals;
    private final boolean zeros;
    private final MemoryPack pack = new MemoryPack();
    private final List<Range> pending = new ArrayList<>();

    /** The counts of all that was written to one receiver. */
    static final class Totals {
        private final MemoryChecksum memory = new MemoryChecksum();
        private long records;
        private long bytes;

        /** The bytes of memory. */
        long bytes() {
            return bytes;
        }
    }

    /**
     * Creates an output.
     *
     * @param totals what the receiver has been sent before
     * @param zeros whether zeros are to be written: the receiver may have other content there
     */
    StateOutput(StateSink sink, Totals totals, boolean zeros) {
        this.sink = sink;
        this.totals = totals;
        this.zeros = zeros;
    }

    void write(StateRecord record) {
        sink.record(RecordCodec.encode(record));
        totals.records++;
    }

    @Override
    public void content(long address, MemorySegment content) {
        totals.bytes += content.byteSize();
        if (content.byteSize() < MemoryPack.ALONE_FROM) {
            pack.add(address, content, totals.memory, sink);
        } else {
            totals.memory.add(address, content);
            sink.memory(address, content);
        }
    }

    @Override
    public void zeros(long address, long bytes) {
        if (!zeros) {
            return;
        }
        if (!pending.isEmpty()
                && pending.getLast().start() + pending.getLast().bytes() == address) {
            Range last = pending.removeLast();
            pending.add(new Range(last.start(), last.bytes() + bytes));
        } else {
            pending.add(new Range(address, bytes));
        }
        if (pending.size() == RANGES) {
            flushZeros();
        }
    }

    /** Writes the memory that waits. */
    void flush() {
        pack.flush(totals.memory, sink);
        flushZeros();
    }

    private void flushZeros() {
        if (!pending.isEmpty()) {
            write(new StateRecord.Zeros(List.copyOf(pending)));
            pending.clear();
        }
    }

    /** Writes the last record. */
    void end() {
        flush();
        long others = totals.records;
        write(new StateRecord.End(others, totals.memory.pieces(), totals.memory.value()));
    }
}
