package dev.hira.bench.opencl;

import dev.hira.bench.opencl.OpenClBoard.Extent;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The {@link OpenClTask tasks} that sort, scan, merge and go through graphs and sparse matrices.
 */
final class OpenClSorts {
    private OpenClSorts() {}

    static void scan(OpenClBoard board, int n) {
        int block = 512;
        MemorySegment[] sums = new MemorySegment[8];
        int[] lengths = new int[sums.length];
        MemorySegment from = board.ints(n, _ -> board.random().nextInt(-1000, 1000));
        int levels = 0;
        int length = n;
        do {
            sums[levels] = board.empty(4L * length);
            lengths[levels] = length;
            MemorySegment totals = board.empty(4L * Math.ceilDiv(length, block));
            board.step(
                    "scanBlocks",
                    Extent.of(length),
                    Extent.of(block),
                    length,
                    from,
                    sums[levels],
                    totals);
            from = totals;
            length = Math.ceilDiv(length, block);
            levels++;
        } while (length > 1);
        for (int level = levels - 2; level >= 0; level--) {
            board.step(
                    "addOffsets",
                    Extent.of(lengths[level]),
                    Extent.of(block),
                    lengths[level],
                    sums[level],
                    sums[level + 1]);
        }
    }

    static void bitonicSort(OpenClBoard board, int n) {
        int block = 512;
        Extent pairs = Extent.of(n / 2);
        Extent group = Extent.of(block / 2);
        MemorySegment keys = board.freshInts(n, _ -> board.random().nextInt());
        board.step("sortShared", pairs, group, keys, 2, block);
        for (int size = 2 * block; size <= n && size > 0; size *= 2) {
            for (int distance = size / 2; distance >= block; distance /= 2) {
                board.step("mergeGlobal", pairs, group, keys, size, distance);
            }
            board.step("sortShared", pairs, group, keys, size, size);
        }
    }

    static void radixSort(OpenClBoard board, int n) {
        int digits = 16;
        Extent group = Extent.of(256);
        Extent items = Extent.of(n).roundedUpTo(group);
        int blocks = Math.ceilDiv(n, 256);
        MemorySegment from = board.freshInts(n, _ -> board.random().nextInt());
        MemorySegment to = board.empty(4L * n);
        MemorySegment counts = board.empty(4L * digits * blocks);
        for (int shift = 0; shift < Integer.SIZE; shift += 4) {
            board.step("countDigits", items, group, n, shift, from, counts);
            board.step("scanCounts", group, group, digits * blocks, counts);
            board.step("scatter", items, group, n, shift, from, counts, to);
            MemorySegment held = from;
            from = to;
            to = held;
        }
    }

    static void merge(OpenClBoard board, int n) {
        int[] a = board.random().ints(n, 0, n).sorted().toArray();
        int[] b = board.random().ints(Math.ceilDiv(2 * n, 3), 0, n).sorted().toArray();
        int length = a.length + b.length;
        board.step(
                "merge",
                Extent.of(Math.ceilDiv(length, 16)),
                Extent.of(128),
                board.ints(a.length, i -> a[i]),
                a.length,
                board.ints(b.length, i -> b[i]),
                b.length,
                board.empty(4L * length));
    }

    static void spmv(OpenClBoard board, int rows) {
        int[] starts = starts(board, rows, 64);
        int entries = starts[rows];
        board.step(
                "multiply",
                Extent.of(rows * 32L),
                Extent.of(128),
                rows,
                board.ints(starts.length, i -> starts[i]),
                board.ints(entries, _ -> board.random().nextInt(rows)),
                board.floats(entries, 0, 1),
                board.floats(rows, 0, 1),
                board.empty(4L * rows));
    }

    /** Where rows begin, each of which has one to so many elements. */
    private static int[] starts(OpenClBoard board, int rows, int most) {
        int[] starts = new int[rows + 1];
        Arrays.setAll(starts, i -> i == 0 ? 0 : 1 + board.random().nextInt(most));
        Arrays.parallelPrefix(starts, Integer::sum);
        return starts;
    }

    /** The host reads the number of found vertices after each level. */
    static void bfs(OpenClBoard board, int vertices) {
        int[] starts = starts(board, vertices, 6);
        MemorySegment edgeStarts = board.ints(starts.length, i -> starts[i]);
        MemorySegment edges = board.ints(starts[vertices], _ -> board.random().nextInt(vertices));
        MemorySegment distances = board.freshInts(vertices, i -> i == 0 ? 0 : -1);
        MemorySegment[] sizes = {board.freshInts(1, _ -> 1), board.empty(4)};
        MemorySegment[] frontiers = {board.freshInts(vertices, _ -> 0), board.empty(4L * vertices)};
        board.step(() -> {
            int size = 1;
            for (int level = 0; size > 0; level++) {
                int now = level % 2;
                board.put(sizes[1 - now], 0);
                long groups = Math.min(Math.ceilDiv(size, 256), 256);
                board.launch(
                                "expand",
                                Extent.of(groups * 256),
                                Extent.of(256),
                                level,
                                sizes[now],
                                frontiers[now],
                                edgeStarts,
                                edges,
                                distances,
                                sizes[1 - now],
                                frontiers[1 - now])
                        .run();
                size = board.take(sizes[1 - now]);
            }
        });
    }
}
