package dev.hira.server.testing;

import dev.hira.api.MemoryRange;
import dev.hira.api.MemoryRounds;
import dev.hira.api.StateSink;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A pre-copy that passes on the toy's memory in quarters: one in each round, the rest at last. */
public final class ToyRounds implements MemoryRounds {
    /** The ranges that the receiver missed. */
    public final List<MemoryRange> missed = Collections.synchronizedList(new ArrayList<>());

    /** Opens when the pre-copy has ended. */
    public final CountDownLatch closed = new CountDownLatch(1);

    private final ToyState state;
    private int sent;

    ToyRounds(ToyState state) {
        this.state = state;
    }

    @Override
    public long pending() {
        return (long) state.memory.length - sent;
    }

    @Override
    public long round(StateSink sink) {
        return send(sink, state.memory.length / 4);
    }

    private long send(StateSink sink, int bytes) {
        sink.memory(
                ToyState.ADDRESS + sent, MemorySegment.ofArray(state.memory).asSlice(sent, bytes));
        sent += bytes;
        return bytes;
    }

    @Override
    public void missed(List<MemoryRange> ranges) {
        missed.addAll(ranges);
    }

    @Override
    public long save(StateSink sink) {
        state.records.forEach(sink::record);
        return send(sink, state.memory.length - sent);
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
