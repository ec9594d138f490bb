package dev.hira.bench.opencl;

import dev.hira.bench.opencl.OpenClBoard.Extent;
import java.lang.foreign.MemorySegment;

/** The {@link OpenClTask tasks} on images, plates, cubes and matrices. */
final class OpenClGrids {
    private static final Extent WIDE = new Extent(32, 8);

    private OpenClGrids() {}

    static void transpose(OpenClBoard board, int width) {
        int height = width + width / 2;
        long size = (long) width * height;
        board.step(
                "transpose",
                new Extent(width, Math.ceilDiv(height, 32) * 8L),
                WIDE,
                width,
                height,
                board.floats(size, -1, 1),
                board.empty(4 * size));
    }

    static void mandelbrot(OpenClBoard board, int side) {
        board.step(
                "mandelbrot",
                new Extent(side, side),
                WIDE,
                -2.2f,
                -1.5f,
                3f / side,
                side,
                side,
                256,
                board.empty(4L * side * side));
    }

    static void convolution(OpenClBoard board, int width) {
        int height = Math.ceilDiv(3 * width, 4);
        long size = (long) width * height;
        Extent image = new Extent(width, height);
        MemorySegment coefficients = board.floats(17, -1, 1);
        MemorySegment in = board.floats(size, 0, 1);
        MemorySegment spare = board.empty(4 * size);
        MemorySegment out = board.empty(4 * size);
        board.step("convolveRows", image, WIDE, width, height, coefficients, in, spare);
        board.step("convolveColumns", image, WIDE, width, height, coefficients, spare, out);
    }

    static void stencil2d(OpenClBoard board, int width) {
        int height = Math.ceilDiv(2 * width, 3);
        long size = (long) width * height;
        Extent plate = new Extent(width, height);
        Extent group = new Extent(16, 16);
        MemorySegment out = board.floats(size, 0, 100);
        MemorySegment spare = board.empty(4 * size);
        for (int step = 0; step < 8; step += 2) {
            board.step("jacobi", plate, group, width, height, out, spare);
            board.step("jacobi", plate, group, width, height, spare, out);
        }
    }

    static void stencil3d(OpenClBoard board, int n) {
        long size = (long) n * n * n;
        Extent columns = new Extent(n, n);
        MemorySegment out = board.floats(size, 0, 100);
        MemorySegment spare = board.empty(4 * size);
        for (int step = 0; step < 4; step += 2) {
            board.step("heat", columns, WIDE, n, 0.1f, out, spare);
            board.step("heat", columns, WIDE, n, 0.1f, spare, out);
        }
    }

    /** The matrix is decomposed again and again, which takes as long as the first time. */
    static void lu(OpenClBoard board, int n) {
        MemorySegment matrix = board.doubles((long) n * n, 1, 2);
        for (int k = 0; k < n - 1; k++) {
            long rest = n - 1L - k;
            board.step("scaleColumn", Extent.of(rest), Extent.of(128), n, k, matrix);
            board.step("updateRest", new Extent(rest, rest), WIDE, n, k, matrix);
        }
    }

    static void needlemanWunsch(OpenClBoard board, int length) {
        int tile = 32;
        int gap = -2;
        MemorySegment a = board.bytes(length, 4);
        MemorySegment b = board.bytes(length, 4);
        int pitch = length + 1;
        MemorySegment scores =
                board.ints(
                        pitch * pitch,
                        i -> i < pitch ? i * gap : i % pitch == 0 ? i / pitch * gap : 0);
        int tiles = length / tile;
        for (int diagonal = 0; diagonal < 2 * tiles - 1; diagonal++) {
            int first = Math.max(0, diagonal - tiles + 1);
            int last = Math.min(diagonal, tiles - 1);
            board.step(
                    "alignDiagonal",
                    Extent.of((last - first + 1L) * tile),
                    Extent.of(tile),
                    length,
                    diagonal,
                    first,
                    a,
                    b,
                    2,
                    -1,
                    gap,
                    scores);
        }
    }
}
