package dev.hira.sim.state;

import dev.hira.api.MemoryRange;
import dev.hira.api.StateReceiver;
import dev.hira.api.StateSink;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Rounds of memory and a state that are kept, as in a file, and passed on later. */
final class KeptState implements StateSink {
    private final List<Consumer<StateReceiver>> parts = new ArrayList<>();

    @Override
    public void record(byte[] record) {
        parts.add(to -> to.record(record));
    }

    @Override
    public void memory(long address, MemorySegment content) {
        byte[] copy = content.toArray(ValueLayout.JAVA_BYTE);
        parts.add(to -> to.memory(address, MemorySegment.ofArray(copy)));
    }

    /** Notes that the rounds are over. */
    void begins() {
        parts.add(to -> {
            List<MemoryRange> ignored = to.missed();
        });
    }

    void passTo(StateReceiver receiver) {
        parts.forEach(part -> part.accept(receiver));
    }
}
