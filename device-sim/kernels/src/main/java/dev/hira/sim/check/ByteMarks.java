package dev.hira.sim.check;

import java.util.Arrays;

/** A mark for each byte of an array; all bytes of an access at once, which is aligned. */
final class ByteMarks {
    private long[] words;

    /** Marks for so many bytes, and more when they are asked for. */
    ByteMarks(int bytes) {
        this.words = new long[Math.ceilDiv(bytes, Long.SIZE)];
    }

    /** Whether all bytes of an access are marked. It has at most 64, and is a multiple of them. */
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

    /** Takes all marks away. */
    void clear() {
        Arrays.fill(words, 0);
    }

    /** Takes the marks of bytes away. */
    void clear(int start, int end) {
        int last = Math.min(end, words.length << 6);
        int at = start;
        while (at < last) {
            int next = Math.min(last, (at | Long.SIZE - 1) + 1);
            words[at >> 6] &= ~mask(at, next - at);
            at = next;
        }
    }

    /** Gives bytes the marks that others have, which do not overlap with them. */
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
