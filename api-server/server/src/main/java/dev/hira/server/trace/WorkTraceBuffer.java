package dev.hira.server.trace;

import dev.hira.api.WorkTrace;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The latest pieces of work of one session, for one reader. Writers neither wait nor allocate; a
 * piece that finds no room is dropped and counted.
 *
 * <p>A writer takes the next position, fills the slot, and then publishes the position in it; so a
 * reader takes a slot only when it is complete. Positions rise for ever, and a position's slot is
 * its rest modulo the capacity.
 */
final class WorkTraceBuffer implements WorkTrace {
    /** The numbers of an entry: call, device, engine, stream, bytes, begin, end. */
    private static final int NUMBERS = 7;

    private final int capacity;
    private final long[] numbers;
    private final String[] words;

    /** For each slot, the last position written to it, plus 1. */
    private final AtomicLongArray published;

    private final AtomicLong next = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();

    /** The first position that was not read. Written by the reader. */
    private volatile long read;

    /**
     * @param capacity the most entries that wait for the reader; a power of two
     */
    WorkTraceBuffer(int capacity) {
        this.capacity = capacity;
        this.numbers = new long[capacity * NUMBERS];
        this.words = new String[capacity];
        this.published = new AtomicLongArray(capacity);
    }

    @Override
    public void executed(
            long call,
            int device,
            int engine,
            long stream,
            String what,
            long bytes,
            long begin,
            long end) {
        long position = next.get();
        while (position - read < capacity) {
            if (next.compareAndSet(position, position + 1)) {
                write(position, call, device, engine, stream, what, bytes, begin, end);
                return;
            }
            position = next.get();
        }
        dropped.getAndIncrement();
    }

    private void write(
            long position,
            long call,
            int device,
            int engine,
            long stream,
            String what,
            long bytes,
            long begin,
            long end) {
        int slot = slot(position);
        int at = slot * NUMBERS;
        numbers[at] = call;
        numbers[at + 1] = device;
        numbers[at + 2] = engine;
        numbers[at + 3] = stream;
        numbers[at + 4] = bytes;
        numbers[at + 5] = begin;
        numbers[at + 6] = end;
        words[slot] = what;
        published.setRelease(slot, position + 1);
    }

    private int slot(long position) {
        return (int) (position & (capacity - 1));
    }

    /** Returns how many entries wait for the reader, including those that are being written. */
    long waiting() {
        return next.get() - read;
    }

    /** Takes entries and the count of dropped ones. For one thread at a time. */
    WorkEntries drain(int most) {
        WorkEntries entries = new WorkEntries(dropped.getAndSet(0));
        long position = read;
        for (int i = 0; i < most && isPublished(position); i++, position++) {
            int slot = slot(position);
            entries.add(numbers, slot * NUMBERS, words[slot]);
        }
        read = position;
        return entries;
    }

    private boolean isPublished(long position) {
        return published.getAcquire(slot(position)) == position + 1;
    }
}
