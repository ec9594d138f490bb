package dev.hira.guest.gpu;

/**
 * The extent of a grid (in blocks) or of a block (in threads).
 *
 * <pre>{@code
 * kernel.launch(Dim3.covering(n, 256), Dim3.of(256), n, buffer);
 * }</pre>
 */
public record Dim3(int x, int y, int z) {
    public Dim3 {
        if (x < 1 || y < 1 || z < 1) {
            throw new IllegalArgumentException(
                    "an extent of " + x + " x " + y + " x " + z + "; each must be at least 1");
        }
    }

    public static Dim3 of(int x) {
        return new Dim3(x, 1, 1);
    }

    public static Dim3 of(int x, int y) {
        return new Dim3(x, y, 1);
    }

    public static Dim3 of(int x, int y, int z) {
        return new Dim3(x, y, z);
    }

    /**
     * Returns a grid whose blocks of {@code blockSize} threads have at least {@code threads}
     * together.
     */
    public static Dim3 covering(long threads, int blockSize) {
        if (threads < 1 || blockSize < 1) {
            throw new IllegalArgumentException(
                    threads + " threads in blocks of " + blockSize + "; both must be at least 1");
        }
        return of(Math.toIntExact(Math.ceilDiv(threads, blockSize)));
    }

    /** Returns a grid whose blocks have at least {@code x} by {@code y} threads together. */
    public static Dim3 covering(long x, long y, Dim3 block) {
        return of(covering(x, block.x).x, covering(y, block.y).x);
    }

    /** Returns the product of the three extents. */
    public long count() {
        return (long) x * y * z;
    }

    @Override
    public String toString() {
        return x + " x " + y + " x " + z;
    }
}
