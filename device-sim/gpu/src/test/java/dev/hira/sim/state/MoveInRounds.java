package dev.hira.sim.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.MemoryRange;
import dev.hira.api.MemoryRounds;
import dev.hira.api.StateReceiver;
import dev.hira.api.StateSink;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.sim.SimConfig;
import dev.hira.sim.pages.PageTracker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** A guest's move with a pre-copy, step by step. */
final class MoveInRounds implements AutoCloseable {
    /** The granularity at which the contents of two processes are compared. */
    private static final int BLOCK = 512;

    final Guest source;
    final Guest target;
    final MemoryRounds rounds;
    final StateReceiver receiver;

    /** The calls that were not repeated yet. */
    private final Queue<Consumer<CudaDriver>> calls = new ConcurrentLinkedQueue<>();

    /** Begins a move of a process at rest; no call is repeated yet. */
    MoveInRounds(Guest source, SimConfig config, PageTracker.Kind tracking) {
        this.source = source;
        source.rest();
        calls.addAll(source.calls());
        source.mirrorTo(calls::add);
        target = Guest.preparedAt(config, source.process.state().placements());
        rounds = source.process.state().precopy(tracking);
        receiver = target.process.state().restorer();
    }

    /** Repeats one call at the target; false when none waits. */
    boolean repeat() {
        Consumer<CudaDriver> call = calls.poll();
        if (call != null) {
            call.accept(target.cuda);
        }
        return call != null;
    }

    void repeatAll() {
        boolean more = true;
        while (more) {
            more = repeat();
        }
    }

    /** Makes a round and returns its bytes. */
    long round() {
        long bytes = rounds.round(receiver);
        tellMissed();
        return bytes;
    }

    List<MemoryRange> tellMissed() {
        List<MemoryRange> missed = receiver.missed();
        rounds.missed(missed);
        return missed;
    }

    /** Passes on the rest; both processes must be at rest. Returns its bytes. */
    long finish() {
        source.rest();
        repeatAll();
        target.rest();
        tellMissed();
        long bytes = rounds.save(receiver);
        target.takeOver(source);
        assertThat(content(target)).isEqualTo(content(source));
        return bytes;
    }

    /** Keeps the rest, and passes on what was kept when the target has all objects. */
    void finish(KeptState state) {
        source.rest();
        state.begins();
        long ignored = rounds.save(state);
        repeatAll();
        target.rest();
        state.passTo(receiver);
        target.takeOver(source);
        assertThat(content(target)).isEqualTo(content(source));
    }

    /** Returns the blocks that are not zero. */
    static Map<Long, ByteBuffer> content(Guest guest) {
        Map<Long, ByteBuffer> content = new TreeMap<>();
        guest.process
                .state()
                .save(
                        new StateSink() {
                            @Override
                            public void record(byte[] record) {}

                            @Override
                            public void memory(long address, MemorySegment piece) {
                                for (long at = 0; at < piece.byteSize(); at += BLOCK) {
                                    byte[] block =
                                            piece.asSlice(at, BLOCK).toArray(ValueLayout.JAVA_BYTE);
                                    if (!ByteBuffer.wrap(block)
                                            .equals(ByteBuffer.allocate(BLOCK))) {
                                        content.put(address + at, ByteBuffer.wrap(block));
                                    }
                                }
                            }
                        });
        return content;
    }

    @Override
    public void close() {
        source.mirrorTo(_ -> {});
        rounds.close();
        target.close();
    }
}
