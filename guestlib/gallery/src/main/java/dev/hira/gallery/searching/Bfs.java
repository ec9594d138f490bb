package dev.hira.gallery.searching;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;
import java.util.Arrays;
import java.util.List;

/** Distances in a random graph. After each level the host reads whether another one follows. */
public final class Bfs implements GalleryProgram {
    private static final int BLOCK = 256;
    private static final int MOST_BLOCKS = 256;
    private static final int MOST_EDGES = 6;
    private static final int UNREACHED = -1;

    @Override
    public Card card() {
        return new Card(
                "bfs",
                "Finds the distances of the vertices of a graph, frontier by frontier.",
                "vertices",
                1 << 17,
                2_003);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int n;
        private final int[] edgeStarts;
        private final int[] edges;
        private final int[] expected;
        private final Kernel kernel;
        private final GpuInts inEdgeStarts;
        private final GpuInts inEdges;
        private final GpuInts distances;
        private final List<GpuInts> frontiers;

        /** The number of vertices of each of the two frontiers. */
        private final List<GpuInts> sizes;

        Work(Workbench bench) {
            n = bench.size();
            edgeStarts = new int[n + 1];
            for (int vertex = 0; vertex < n; vertex++) {
                int degree = 1 + bench.random().nextInt(MOST_EDGES);
                edgeStarts[vertex + 1] = Math.addExact(edgeStarts[vertex], degree);
            }
            edges = bench.randomInts(edgeStarts[n], 0, n);
            expected = new int[n];
            kernel = bench.module(Bfs.this).kernel("expand");
            inEdgeStarts = bench.upload(edgeStarts);
            inEdges = bench.upload(edges);
            distances = bench.ints(n);
            frontiers = List.of(bench.ints(n), bench.ints(n));
            sizes = List.of(bench.ints(1), bench.ints(1));
        }

        /** Initially only the first vertex is reached; it is the first frontier. */
        @Override
        public void reset(GpuStream stream) {
            distances.fill(UNREACHED, stream);
            distances.slice(0, 1).fill(0, stream);
            frontiers.getFirst().slice(0, 1).fill(0, stream);
            sizes.getFirst().fill(1, stream);
        }

        @Override
        public void launch(GpuStream stream) {
            int size = 1;
            for (int level = 0; size > 0; level++) {
                size = expand(stream, level, size);
            }
        }

        /** Builds the next frontier and returns its size. */
        private int expand(GpuStream stream, int level, int size) {
            int now = level % 2;
            int next = 1 - now;
            sizes.get(next).fill(0, stream);
            kernel.launch(
                    Dim3.of(Math.min(Math.ceilDiv(size, BLOCK), MOST_BLOCKS)),
                    Dim3.of(BLOCK),
                    stream,
                    level,
                    sizes.get(now),
                    frontiers.get(now),
                    inEdgeStarts,
                    inEdges,
                    distances,
                    sizes.get(next),
                    frontiers.get(next));
            int[] found = new int[1];
            sizes.get(next).download(found, stream);
            stream.synchronize();
            return found[0];
        }

        @Override
        public void computeInJava() {
            Arrays.fill(expected, UNREACHED);
            int[] queue = new int[n];
            int end = 1;
            expected[0] = 0;
            for (int start = 0; start < end; start++) {
                int vertex = queue[start];
                for (int k = edgeStarts[vertex]; k < edgeStarts[vertex + 1]; k++) {
                    if (expected[edges[k]] == UNREACHED) {
                        expected[edges[k]] = expected[vertex] + 1;
                        queue[end++] = edges[k];
                    }
                }
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, distances.download());
        }
    }
}
