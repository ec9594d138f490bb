package dev.hira.sim.state;

import dev.hira.api.StateSink;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps a state, as a file would. */
final class SavedState implements StateSink {
    /** A record, or a piece of memory with its address. */
    static final class Part {
        private final @Nullable Long address;
        private final byte[] bytes;

        private Part(@Nullable Long address, byte[] bytes) {
            this.address = address;
            this.bytes = bytes;
        }

        byte[] bytes() {
            return bytes;
        }

        /** The same part with other bytes. */
        Part with(byte[] other) {
            return new Part(address, other);
        }

        void passTo(StateSink sink) {
            if (address == null) {
                sink.record(bytes);
            } else {
                sink.memory(address, MemorySegment.ofArray(bytes));
            }
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
        parts.add(new Part(null, record));
    }

    @Override
    public void memory(long address, MemorySegment content) {
        parts.add(new Part(address, content.toArray(ValueLayout.JAVA_BYTE)));
    }

    void passTo(StateSink sink) {
        parts.forEach(part -> part.passTo(sink));
    }

    long pieces() {
        return parts.stream().filter(part -> part.address != null).count();
    }
}
