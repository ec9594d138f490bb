package dev.hira.sim.pages;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A checksum of 64 bits: the rounds of xxHash64 in four lanes, begun with a key. It is never 0.
 *
 * <p>See Yann Collet, "xxHash fast digest algorithm", github.com/Cyan4973/xxHash.
 */
final class PageHash {
    private static final long P1 = 0x9E3779B185EBCA87L;
    private static final long P2 = 0xC2B2AE3D27D4EB4FL;
    private static final long P3 = 0x165667B19E3779F9L;
    private static final int STEP = 4 * Long.BYTES;

    private final long key;

    PageHash(long key) {
        this.key = key;
    }

    /** Returns the checksum of content whose size is a multiple of 32. */
    long of(MemorySegment content) {
        long a = key + P1 + P2;
        long b = key + P2;
        long c = key;
        long d = key - P1;
        for (long at = 0; at < content.byteSize(); at += STEP) {
            a = round(a, content.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
            b = round(b, content.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8));
            c = round(c, content.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 16));
            d = round(d, content.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 24));
        }
        long sum = Long.rotateLeft(a, 1) + Long.rotateLeft(b, 7);
        sum += Long.rotateLeft(c, 12) + Long.rotateLeft(d, 18);
        return finish(merge(merge(merge(merge(sum, a), b), c), d));
    }

    private static long round(long lane, long word) {
        return Long.rotateLeft(lane + word * P2, 31) * P1;
    }

    private static long merge(long sum, long lane) {
        return (sum ^ round(0, lane)) * P1 + P3;
    }

    private static long finish(long sum) {
        long mixed = (sum ^ sum >>> 33) * P2;
        mixed = (mixed ^ mixed >>> 29) * P3;
        mixed ^= mixed >>> 32;
        return mixed == 0 ? 1 : mixed;
    }
}
