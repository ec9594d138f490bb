package dev.hira.server.testing;

import dev.hira.api.MemoryRange;
import dev.hira.api.MemoryRounds;
import dev.hira.api.StateException;
import dev.hira.api.StateReceiver;
import dev.hira.api.StateSink;
import dev.hira.server.dispatch.HandleType;
import dev.hira.server.host.SessionState;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The state of a toy process: records and one range of memory. */
public final class ToyState implements SessionState {
    public static final long ADDRESS = 0x7000_0000_0000L;

    /** Placements that no process accepts. */
    public static final int BAD_PLACEMENTS = 13;

    public volatile byte[] placements = {1, 2, 3};
    public volatile byte @Nullable [] prepared;
    public volatile byte @Nullable [] agreed;

    /** The pre-copy. */
    public final ToyRounds rounds = new ToyRounds(this);

    /** What the receiver misses next. */
    public volatile List<MemoryRange> missed = List.of();

    public final List<byte[]> records = Collections.synchronizedList(new ArrayList<>());
    public volatile byte[] memory = new byte[0];
    public final ByteArrayOutputStream restored = new ByteArrayOutputStream();
    public final List<byte[]> restoredRecords = Collections.synchronizedList(new ArrayList<>());
    public final AtomicBoolean usedAfterClose = new AtomicBoolean();

    /** Opens when the process was asked to come to rest and has. */
    public final CountDownLatch quiesced = new CountDownLatch(1);

    /** Opens when saving has begun. */
    public final CountDownLatch saving = new CountDownLatch(1);

    /** Opens when the first piece was restored. */
    public final CountDownLatch restoring = new CountDownLatch(1);

    /** Held closed by tests that stop the saver between two pieces. */
    public volatile CountDownLatch mayGoOn = new CountDownLatch(0);

    /** Held closed by tests that stop the receiver at its first piece. */
    public volatile CountDownLatch mayTake = new CountDownLatch(0);

    /** The thread that saves. */
    public volatile @Nullable Thread saver;

    /** How many ranges of 100 bytes to save together. */
    public volatile int smallRanges;

    /** What to throw for the next piece to restore. */
    public volatile @Nullable RuntimeException failure;

    /** An object for which devices choose nothing. */
    public static final long UNCHOSEN = 99;

    public final List<byte[]> preparedObjects = Collections.synchronizedList(new ArrayList<>());
    public final AtomicBoolean repetitionEnded = new AtomicBoolean();

    /** The factors of slowed work, each followed by 0 when the work goes on as before. */
    public final List<Integer> slowdowns = Collections.synchronizedList(new ArrayList<>());

    /** What keeps work from standing still. */
    public volatile String kept = "";

    /** What work and calls wait for that only another call can do. */
    public volatile String inVain = "";

    private int working;
    private volatile boolean closed;

    synchronized void workBegins() {
        working++;
    }

    synchronized void workEnds() {
        working--;
        notifyAll();
    }

    void close() {
        closed = true;
    }

    @Override
    public synchronized boolean quiesce(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (working > 0) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        quiesced.countDown();
        return true;
    }

    @Override
    public String waitsInVain() {
        return inVain;
    }

    @Override
    public String settle(Duration limit) {
        return kept;
    }

    @Override
    public byte[] placements() {
        return placements;
    }

    @Override
    public void prepare(byte[] given) {
        if (given.length == 0 || (given.length == 1 && given[0] == BAD_PLACEMENTS)) {
            throw new StateException("the placements are bad");
        }
        prepared = given;
    }

    @Override
    public void agree(byte[] given) {
        if (given.length == 1 && given[0] == BAD_PLACEMENTS) {
            throw new StateException("the devices have chosen otherwise");
        }
        agreed = given;
    }

    @Override
    public void slowDown(int factor) throws InterruptedException {
        slowdowns.add(factor);
        try {
            new CountDownLatch(1).await();
        } finally {
            slowdowns.add(0);
        }
    }

    @Override
    public MemoryRounds precopy() {
        return rounds;
    }

    @Override
    public byte[] choicesFor(long name) {
        return name == UNCHOSEN ? new byte[0] : new byte[] {(byte) name};
    }

    @Override
    public boolean createsInOrder(HandleType type) {
        return true;
    }

    @Override
    public void prepareObjects(List<byte[]> choices) {
        if (choices.stream().anyMatch(each -> each.length == 1 && each[0] == BAD_PLACEMENTS)) {
            throw new StateException("the choices are bad");
        }
        preparedObjects.addAll(choices);
    }

    @Override
    public void endRepetition() {
        repetitionEnded.set(true);
    }

    @Override
    public void save(StateSink sink) {
        saver = Thread.currentThread();
        for (byte[] record : records) {
            sink.record(record);
        }
        int half = memory.length / 2;
        int begun = 100 * smallRanges;
        MemorySegment all = MemorySegment.ofArray(memory);
        if (begun > 0) {
            List<MemoryRange> ranges = new ArrayList<>();
            for (int at = 0; at < begun; at += 100) {
                ranges.add(new MemoryRange(ADDRESS + at, 100));
            }
            sink.memory(ranges, all.asSlice(0, begun));
        }
        sink.memory(ADDRESS + begun, all.asSlice(begun, half - begun));
        saving.countDown();
        await(mayGoOn);
        usedAfterClose.compareAndSet(false, closed);
        sink.memory(ADDRESS + half, MemorySegment.ofArray(memory).asSlice(half));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public StateReceiver restorer() {
        return new StateReceiver() {
            @Override
            public void record(byte[] record) {
                fail();
                restoredRecords.add(record);
            }

            @Override
            public void memory(long address, MemorySegment content) {
                fail();
                if (address != ADDRESS + restored.size()) {
                    throw new StateException("memory came out of order");
                }
                restored.writeBytes(content.toArray(ValueLayout.JAVA_BYTE));
                restoring.countDown();
                await(mayTake);
            }

            @Override
            public List<MemoryRange> missed() {
                List<MemoryRange> ranges = missed;
                missed = List.of();
                return ranges;
            }

            private void fail() {
                usedAfterClose.compareAndSet(false, closed);
                RuntimeException toThrow = failure;
                if (toThrow != null) {
                    throw toThrow;
                }
            }
        };
    }
}
