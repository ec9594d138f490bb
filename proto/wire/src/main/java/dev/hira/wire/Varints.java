package dev.hira.wire;

/** Encodes numbers as protobuf's varints: seven bits per byte, the lowest first. */
final class Varints {
    /** The largest number that four bytes hold. */
    static final int MOST_IN_FOUR_BYTES = (1 << 28) - 1;

    private Varints() {}

    /** Writes a number in one to ten bytes, and returns the index after it. */
    static int put(byte[] out, int at, long value) {
        int end = at;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out[end++] = (byte) ((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        out[end++] = (byte) rest;
        return end;
    }

    /** Writes a length in four bytes even if it needs fewer, for which a writer left room. */
    static void putInFourBytes(byte[] out, int at, int length) {
        out[at] = (byte) (length | 0x80);
        out[at + 1] = (byte) (length >>> 7 | 0x80);
        out[at + 2] = (byte) (length >>> 14 | 0x80);
        out[at + 3] = (byte) (length >>> 21);
    }
}
