package dev.hira.sim.ops.integer;

/**
 * {@code prmt}, which permutes the bytes of two words, and {@code lop3}, which combines the bits of
 * three words by a table.
 */
public final class Permutations {
    private Permutations() {}

    /** Returns for each bit position the table's bit with the index {@code a << 2 | b << 1 | c}. */
    public static int lop3B32(int a, int b, int c, int table) {
        int whereNotA = chosen(b, c, table);
        int whereA = chosen(b, c, table >>> 4);
        return (~a & whereNotA) | (a & whereA);
    }

    private static int chosen(int b, int c, int table) {
        int none = -(table & 1);
        int onlyC = -(table >>> 1 & 1);
        int onlyB = -(table >>> 2 & 1);
        int both = -(table >>> 3 & 1);
        int whereNotB = (~c & none) | (c & onlyC);
        int whereB = (~c & onlyB) | (c & both);
        return (~b & whereNotB) | (b & whereB);
    }

    /**
     * Returns the bytes of b:a that four selectors of four bits choose; a selector's highest bit
     * replicates the sign of its byte instead.
     */
    public static int prmtB32(int a, int b, int selectors) {
        long bytes = pair(a, b);
        int result = 0;
        for (int i = 0; i < 4; i++) {
            int selector = selectors >>> (4 * i);
            int value = (int) (bytes >>> (8 * (selector & 7)));
            int kept = (selector & 8) == 0 ? value : (byte) value >> 7;
            result |= (kept & 0xff) << (8 * i);
        }
        return result;
    }

    /** Returns four bytes forward from the c-th. */
    public static int prmtF4eB32(int a, int b, int c) {
        return (int) (pair(a, b) >>> (8 * (c & 3)));
    }

    /** Returns four bytes backward from the c-th, around the end. */
    public static int prmtB4eB32(int a, int b, int c) {
        int from = c & 3;
        return select(
                a,
                b,
                from | ((from - 1) & 7) << 4 | ((from - 2) & 7) << 8 | ((from - 3) & 7) << 12);
    }

    /** Returns the c-th byte of a, four times. */
    public static int prmtRc8B32(int a, int b, int c) {
        return ((a >>> (8 * (c & 3))) & 0xff) * 0x01010101;
    }

    /** Returns the bytes of a, with those below the c-th replaced by it. */
    public static int prmtEclB32(int a, int b, int c) {
        int edge = c & 3;
        return select(a, b, edge | Math.max(1, edge) << 4 | Math.max(2, edge) << 8 | 3 << 12);
    }

    /** Returns the bytes of a, with those above the c-th replaced by it. */
    public static int prmtEcrB32(int a, int b, int c) {
        int edge = c & 3;
        return select(a, b, Math.min(1, edge) << 4 | Math.min(2, edge) << 8 | edge << 12);
    }

    /** Returns the half of a that the lowest bit of c selects, twice. */
    public static int prmtRc16B32(int a, int b, int c) {
        return ((a >>> (16 * (c & 1))) & 0xffff) * 0x00010001;
    }

    private static int select(int a, int b, int selectors) {
        return prmtB32(a, b, selectors);
    }

    private static long pair(int low, int high) {
        return (long) high << 32 | Integer.toUnsignedLong(low);
    }
}
