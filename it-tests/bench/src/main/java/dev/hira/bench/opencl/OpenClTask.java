package dev.hira.bench.opencl;

import dev.hira.bench.opencl.OpenClBoard.Extent;
import dev.hira.bench.opencl.OpenClDevice.Local;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;

/**
 * The programs of the gallery in OpenCL: each prepares launches and input like those of its
 * namesake. Programs that need features beyond OpenCL 1.2 are missing: recursion, pointers to
 * functions, half precision, printf's place in the host's memory, allocation, and barriers of the
 * whole grid.
 */
@FunctionalInterface
interface OpenClTask {
    /** All tasks by name. */
    Map<String, OpenClTask> ALL =
            Map.ofEntries(
                    Map.entry("vector-add", OpenClTask::vectorAdd),
                    Map.entry("saxpy", OpenClTask::saxpy),
                    Map.entry("reduction", OpenClTask::reduction),
                    Map.entry("warp-reduction", OpenClTask::warpReduction),
                    Map.entry("scan", OpenClSorts::scan),
                    Map.entry("histogram", OpenClTask::histogram),
                    Map.entry("matmul", OpenClTask::matmul),
                    Map.entry("transpose", OpenClGrids::transpose),
                    Map.entry("n-body", OpenClTask::nBody),
                    Map.entry("mandelbrot", OpenClGrids::mandelbrot),
                    Map.entry("black-scholes", OpenClTask::blackScholes),
                    Map.entry("bitonic-sort", OpenClSorts::bitonicSort),
                    Map.entry("radix-sort", OpenClSorts::radixSort),
                    Map.entry("convolution", OpenClGrids::convolution),
                    Map.entry("stencil-2d", OpenClGrids::stencil2d),
                    Map.entry("stencil-3d", OpenClGrids::stencil3d),
                    Map.entry("spmv", OpenClSorts::spmv),
                    Map.entry("bfs", OpenClSorts::bfs),
                    Map.entry("lu", OpenClGrids::lu),
                    Map.entry("needleman-wunsch", OpenClGrids::needlemanWunsch),
                    Map.entry("fft", OpenClTask::fft),
                    Map.entry("monte-carlo", OpenClTask::monteCarlo),
                    Map.entry("sha-256", OpenClTask::sha256),
                    Map.entry("merge", OpenClSorts::merge),
                    Map.entry("string-search", OpenClTask::stringSearch),
                    Map.entry("kepler", OpenClTask::kepler));

    /**
     * Prepares the program.
     *
     * @param n the size, as its card says
     */
    void prepare(OpenClBoard board, int n);

    private static void vectorAdd(OpenClBoard board, int n) {
        board.step(
                "vectorAdd",
                Extent.of(n),
                Extent.of(256),
                n,
                board.floats(n, -1, 1),
                board.floats(n, -1, 1),
                board.empty(4L * n));
    }

    private static void saxpy(OpenClBoard board, int n) {
        board.step(
                "saxpy",
                Extent.of(1024 * 256),
                Extent.of(256),
                n,
                2.5f,
                board.floats(n, -1, 1),
                board.floats(n, -1, 1));
    }

    private static void reduction(OpenClBoard board, int n) {
        MemorySegment in = board.floats(n, -1, 1);
        MemorySegment sums = board.empty(4 * 256);
        Extent group = Extent.of(256);
        board.step("reduce", Extent.of(256 * 256), group, n, in, sums, new Local(1024));
        board.step("reduce", group, group, 256, sums, board.empty(4), new Local(1024));
    }

    private static void warpReduction(OpenClBoard board, int n) {
        board.step(
                "reduce",
                Extent.of(256 * 256),
                Extent.of(256),
                n,
                board.floats(n, -1, 1),
                board.freshInts(1, _ -> 0));
    }

    private static void histogram(OpenClBoard board, int n) {
        board.step(
                "histogram",
                Extent.of(128 * 256),
                Extent.of(256),
                n,
                board.bytes(n, 256),
                board.freshInts(256, _ -> 0));
    }

    private static void matmul(OpenClBoard board, int n) {
        long size = (long) n * n;
        board.step(
                "matmul",
                new Extent(n, n),
                new Extent(16, 16),
                n,
                board.floats(size, -1, 1),
                board.floats(size, -1, 1),
                board.empty(4 * size));
    }

    private static void nBody(OpenClBoard board, int n) {
        board.step(
                "accelerate",
                Extent.of(n),
                Extent.of(128),
                n,
                0.01f,
                board.floats(4L * n, 0, 1),
                board.empty(16L * n),
                new Local(128 * 16));
    }

    private static void blackScholes(OpenClBoard board, int n) {
        board.step(
                "blackScholes",
                Extent.of(Math.min(Math.ceilDiv(n, 256), 1024) * 256L),
                Extent.of(256),
                n,
                0.02f,
                0.3f,
                board.floats(n, 5, 30),
                board.floats(n, 1, 100),
                board.floats(n, 0.25f, 10),
                board.empty(4L * n),
                board.empty(4L * n));
    }

    private static void fft(OpenClBoard board, int signals) {
        board.step(
                "transform",
                Extent.of(signals * 512L),
                Extent.of(512),
                board.floats(signals * 2048L, -1, 1),
                board.empty(signals * 8192L));
    }

    private static void monteCarlo(OpenClBoard board, int points) {
        board.step(
                "countInside",
                Extent.of(Math.ceilDiv(points, 256 * 64 * 2) * 256L),
                Extent.of(256),
                64,
                board.random().nextInt(),
                board.random().nextInt(),
                board.freshInts(1, _ -> 0));
    }

    private static void sha256(OpenClBoard board, int n) {
        board.step(
                "sha256",
                Extent.of(n),
                Extent.of(128),
                n,
                40,
                board.bytes(40L * n, 256),
                board.empty(32L * n));
    }

    private static void stringSearch(OpenClBoard board, int n) {
        int[] pattern = new int[3];
        Arrays.setAll(pattern, _ -> board.random().nextInt() & 0x01010101);
        board.step(
                "search",
                Extent.of(n),
                Extent.of(256),
                n,
                10,
                board.ints(pattern.length, i -> pattern[i]),
                board.bytes(n, 2),
                board.freshInts(1, _ -> 0),
                board.empty(4L * n));
    }

    private static void kepler(OpenClBoard board, int n) {
        board.step(
                "solve",
                Extent.of(n),
                Extent.of(128),
                n,
                board.doubles(n, 0, 0.9),
                board.doubles(n, -10, 10),
                board.empty(8L * n),
                board.empty(8L * n));
    }
}
