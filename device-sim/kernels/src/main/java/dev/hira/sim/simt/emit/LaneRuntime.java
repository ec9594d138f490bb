package dev.hira.sim.simt.emit;

import dev.hira.sim.run.BlockState;

/** Helpers that generated code calls for values in arrays. */
public final class LaneRuntime {
    private LaneRuntime() {}

    /** Ends the threads of some lanes. */
    public static void end(byte[] phase, int first, long lanes) {
        for (long left = lanes; left != 0; left &= left - 1) {
            phase[first + Long.numberOfTrailingZeros(left)] = BlockState.ENDED;
        }
    }

    /** Returns whether all elements are the same. */
    public static boolean same(long[] from, int first, int count) {
        return stepped(from, first, count, 0);
    }

    /** Returns whether all elements are the same, to the bit. */
    public static boolean same(double[] from, int first, int count) {
        long differences = 0;
        long bits = Double.doubleToRawLongBits(from[first]);
        for (int i = 0; i < count; i++) {
            differences |= Double.doubleToRawLongBits(from[first + i]) ^ bits;
        }
        return differences == 0;
    }

    /** Returns whether the elements grow by a constant from one to the next. */
    public static boolean stepped(long[] from, int first, int count, long step) {
        long differences = 0;
        long expected = from[first];
        for (int i = 0; i < count; i++) {
            differences |= from[first + i] ^ expected;
            expected += step;
        }
        return differences == 0;
    }

    /** Returns the least of the elements. */
    public static long least(long[] from, int first, int count) {
        long least = from[first];
        for (int i = 1; i < count; i++) {
            least = Math.min(least, from[first + i]);
        }
        return least;
    }

    /**
     * Finds the multiples of a scale by which the elements exceed a start. Returns whether they do
     * so by multiples that are non-negative ints.
     */
    public static boolean split(
            long[] from, int first, int count, long start, long scale, int[] multiples) {
        long wrong = 0;
        for (int i = 0; i < count; i++) {
            long above = from[first + i] - start;
            int multiple = (int) (above / scale);
            multiples[i] = multiple;
            wrong |= (multiple * scale ^ above) | (multiple < 0 ? 1 : 0);
        }
        return wrong == 0;
    }

    /** Stores elements that are a start plus a multiple of a scale. */
    public static void join(
            long[] to, int first, int count, long lanes, long start, long scale, int[] multiples) {
        for (int i = 0; i < count; i++) {
            if ((lanes >>> i & 1) != 0) {
                to[first + i] = start + scale * multiples[i];
            }
        }
    }

    /** Stores such elements for unsigned multiples. */
    public static void joinUnsigned(
            long[] to, int first, int count, long lanes, long start, long scale, int[] multiples) {
        for (int i = 0; i < count; i++) {
            if ((lanes >>> i & 1) != 0) {
                to[first + i] = start + scale * Integer.toUnsignedLong(multiples[i]);
            }
        }
    }

    /** Stores elements that grow by a constant. */
    public static void step(long[] to, int first, int count, long lanes, long start, long step) {
        for (int i = 0; i < count; i++) {
            if ((lanes >>> i & 1) != 0) {
                to[first + i] = start + step * i;
            }
        }
    }

    /** Copies the elements of some lanes. */
    public static void copy(long[] from, long[] to, int first, int count, long lanes) {
        for (int i = 0; i < count; i++) {
            if ((lanes >>> i & 1) != 0) {
                to[first + i] = from[i];
            }
        }
    }

    /** Copies the elements of some lanes. */
    public static void copy(double[] from, double[] to, int first, int count, long lanes) {
        for (int i = 0; i < count; i++) {
            if ((lanes >>> i & 1) != 0) {
                to[first + i] = from[i];
            }
        }
    }

    /** Sets the elements of some lanes to a value. */
    public static void fill(double[] to, int first, int count, long lanes, double value) {
        for (int i = 0; i < count; i++) {
            if ((lanes >>> i & 1) != 0) {
                to[first + i] = value;
            }
        }
    }
}
