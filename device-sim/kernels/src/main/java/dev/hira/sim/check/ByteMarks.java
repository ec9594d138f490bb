package dev.hira.sim.check;

import java.util.Arrays;

/** A mark for each byte of an array. Methods handle all bytes of an aligned access at once. */
final class ByteMarks {
    private long[] words;

    /** Creates marks for so many bytes; they grow on demand. */
    ByteMarks(int bytes) {
        this.words = new long[Math.ceilDiv(bytes, Long.SIZE)];
    }

    /**
     * Returns whether all bytes of an access are marked. An access has at most 64 bytes and is
     * aligned to its size.
     */
    boolean contains(int at, int bytes) {
        int word = at >> 6;
        long mask = mask(at, bytes);
        return word < words.length && (words[word] & mask) == mask;
    }

    /** Marks all bytes of an access. */
    void add(int at, int bytes) {
        int word = at >> 6;
        reach(word);
        words[word] |= mask(at, bytes);
    }

    private void reach(int word) {
        if (word >= words.length) {
            words = Arrays.copyOf(words, Math.max(word + 1, 2 * words.length));
        }
    }

    private static long mask(int at, int bytes) {
        return -1L >>> (Long.SIZE - bytes) << at;
    }

    /** Clears all marks. */
    void clear() {
        Arrays.fill(words, 0);
    }

    /** Clears the marks of a range. */
    void clear(int start, int end) {
        int last = Math.min(end, words.length << 6);
        int at = start;
        while (at < last) {
            int next = Math.min(last, (at | Long.SIZE - 1) + 1);
            words[at >> 6] &= ~mask(at, next - at);
            at = next;
        }
    }

    /** Copies marks to a range that does not overlap with the source. */
    void copy(int from, int to, int bytes) {
        for (int i = 0; i < bytes; i++) {
            if (contains(from + i, 1)) {
                add(to + i, 1);
            } else {
                clear(to + i, to + i + 1);
            }
        }
    }
}
