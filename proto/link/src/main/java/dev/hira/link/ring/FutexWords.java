package dev.hira.link.ring;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A list of futex words to sleep on together, in Linux's format. Reusable; belongs to one thread.
 *
 * <pre>
 * 0                8                16      20      24
 * +----------------+----------------+-------+-------+
 * | expected u64   | address u64    | flags |   0   |   one per word
 * +----------------+----------------+-------+-------+
 * </pre>
 */
final class FutexWords {
    private static final int STRIDE = 24;
    private static final int SIZE_U32_SHARED = 2;
    private static final int SIZE_U32_OWN = 2 | 128;

    private final MemorySegment entries;
    private int count;

    FutexWords(int capacity) {
        entries = Arena.ofAuto().allocate((long) capacity * STRIDE, 8);
    }

    void clear() {
        count = 0;
    }

    void add(long address, int expected) {
        add(address, expected, SIZE_U32_SHARED);
    }

    /**
     * Adds a word that only threads of this process use, woken by {@link Futex#wakeOwn}. Linux then
     * need not look up the memory's owner.
     */
    void addOwn(long address, int expected) {
        add(address, expected, SIZE_U32_OWN);
    }

    private void add(long address, int expected, int flags) {
        long at = (long) count * STRIDE;
        entries.set(ValueLayout.JAVA_LONG, at, expected & 0xFFFFFFFFL);
        entries.set(ValueLayout.JAVA_LONG, at + 8, address);
        entries.set(ValueLayout.JAVA_INT, at + 16, flags);
        count++;
    }

    /** Changes the expected value of a word that was added before. */
    void expect(int index, int expected) {
        entries.set(ValueLayout.JAVA_LONG, (long) index * STRIDE, expected & 0xFFFFFFFFL);
    }

    int count() {
        return count;
    }

    long address() {
        return entries.address();
    }
}
