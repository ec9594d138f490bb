package dev.hira.sim.state;

import dev.hira.api.StateSink;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Keeps a state, as a file would. */
final class SavedState implements StateSink {
    /** A part of the state. */
    sealed interface Part {
        byte[] bytes();

        /** The same part with other bytes. */
        Part with(byte[] other);

        void passTo(StateSink sink);
    }

    private record Record(byte[] bytes) implements Part {
        @Override
        public Part with(byte[] other) {
            return new Record(other);
        }

        @Override
        public void passTo(StateSink sink) {
            sink.record(bytes);
        }
    }

    private record Memory(long address, byte[] bytes) implements Part {
        @Override
        public Part with(byte[] other) {
            return new Memory(address, other);
        }

        @Override
        public void passTo(StateSink sink) {
            sink.memory(address, MemorySegment.ofArray(bytes));
        }
    }

    final List<Part> parts = new ArrayList<>();

    static SavedState of(StateTransfer process) {
        SavedState saved = new SavedState();
        process.save(saved);
        return saved;
    }

    @Override
    public void record(byte[] record) {
        parts.add(new Record(record));
    }

    @Override
    public void memory(long address, MemorySegment content) {
        parts.add(new Memory(address, content.toArray(ValueLayout.JAVA_BYTE)));
    }

    void passTo(StateSink sink) {
        parts.forEach(part -> part.passTo(sink));
    }

    long pieces() {
        return parts.stream().filter(Memory.class::isInstance).count();
    }
}
