package dev.hira.gallery.language;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The values of a random expression for many values of its variable. */
public final class Expressions implements GalleryProgram {
    private static final int BLOCK = 128;
    private static final int DEPTH = 7;

    @Override
    public Card card() {
        return new Card(
                "expressions",
                "Evaluates an expression tree by recursion and a table of function pointers.",
                "values",
                1 << 16,
                500);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    /** A node of the tree, in the kernel's layout. */
    private record Node(int kind, int value, int left, int right) {}

    private static final class TreeMaker {
        private static final int OPERATORS = 6;
        private final List<Node> nodes = new ArrayList<>();
        private final SplittableRandom random;

        TreeMaker(SplittableRandom random) {
            this.random = random;
        }

        /** Adds a tree and returns the index of its root. */
        int grow(int depth) {
            int place = nodes.size();
            nodes.add(new Node(0, 0, 0, 0));
            if (depth == 0 || random.nextInt(8) == 0) {
                nodes.set(place, new Node(random.nextInt(2), random.nextInt(-99, 100), 0, 0));
            } else {
                int left = grow(depth - 1);
                int right = grow(depth - 1);
                nodes.set(place, new Node(2 + random.nextInt(OPERATORS), 0, left, right));
            }
            return place;
        }
    }

    private final class Work implements Workload {
        private final int n;
        private final List<Node> tree;
        private final int[] variables;
        private final int[] expected;
        private final Kernel kernel;
        private final GpuInts nodes;
        private final GpuInts in;
        private final GpuInts out;

        Work(Workbench bench) {
            n = bench.size();
            TreeMaker maker = new TreeMaker(bench.random());
            maker.grow(DEPTH);
            tree = maker.nodes;
            variables = bench.randomInts(n, -1000, 1000);
            expected = new int[n];
            kernel = bench.module(Expressions.this).kernel("evaluateAll");
            nodes =
                    bench.upload(
                            tree.stream()
                                    .flatMapToInt(node ->
                                            IntStream.of(
                                                    node.kind, node.value, node.left, node.right))
                                    .toArray());
            in = bench.upload(variables);
            out = bench.ints(n);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(Dim3.covering(n, BLOCK), Dim3.of(BLOCK), stream, n, nodes, in, out);
        }

        @Override
        public void computeInJava() {
            for (int i = 0; i < n; i++) {
                expected[i] = evaluate(tree.getFirst(), variables[i]);
            }
        }

        private int evaluate(Node node, int variable) {
            if (node.kind < 2) {
                return node.kind == 0 ? node.value : variable;
            }
            int a = evaluate(tree.get(node.left), variable);
            int b = evaluate(tree.get(node.right), variable);
            return switch (node.kind - 2) {
                case 0 -> a + b;
                case 1 -> a - b;
                case 2 -> a * b;
                case 3 -> a / ((b & 0xFF) + 1);
                case 4 -> Math.max(a, b);
                default -> Integer.bitCount(a ^ b);
            };
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, out.download());
        }
    }
}
