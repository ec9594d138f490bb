package dev.hira.gallery.searching;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuBytes;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;

/** The scores of the best alignments of all prefixes of two sequences. */
public final class NeedlemanWunsch implements GalleryProgram {
    private static final int TILE = 32;
    private static final int MATCH = 2;
    private static final int MISMATCH = -1;
    private static final int GAP = -2;

    @Override
    public Card card() {
        return new Card(
                "needleman-wunsch",
                "Scores the alignments of two sequences, a wavefront of tiles along the diagonals.",
                "letters",
                1024,
                96);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int length;
        private final byte[] a;
        private final byte[] b;
        private final int[] borders;
        private final int[] expected;
        private final Kernel kernel;
        private final GpuBytes inA;
        private final GpuBytes inB;
        private final GpuInts scores;

        Work(Workbench bench) {
            length = bench.sizeInMultiplesOf(TILE);
            a = bench.randomLetters(length, 4);
            b = bench.randomLetters(length, 4);
            borders = new int[Workbench.product(length + 1, length + 1)];
            for (int i = 1; i <= length; i++) {
                borders[i] = i * GAP;
                borders[i * (length + 1)] = i * GAP;
            }
            expected = new int[borders.length];
            kernel = bench.module(NeedlemanWunsch.this).kernel("alignDiagonal");
            inA = bench.upload(a);
            inB = bench.upload(b);
            scores = bench.upload(borders);
        }

        @Override
        public void launch(GpuStream stream) {
            int tiles = length / TILE;
            for (int diagonal = 0; diagonal < 2 * tiles - 1; diagonal++) {
                int firstRow = Math.max(0, diagonal - tiles + 1);
                int lastRow = Math.min(diagonal, tiles - 1);
                kernel.launch(
                        Dim3.of(lastRow - firstRow + 1),
                        Dim3.of(TILE),
                        stream,
                        length,
                        diagonal,
                        firstRow,
                        inA,
                        inB,
                        MATCH,
                        MISMATCH,
                        GAP,
                        scores);
            }
        }

        @Override
        public void computeInJava() {
            int pitch = length + 1;
            System.arraycopy(borders, 0, expected, 0, borders.length);
            for (int row = 1; row <= length; row++) {
                for (int column = 1; column <= length; column++) {
                    int i = row * pitch + column;
                    int pair = a[row - 1] == b[column - 1] ? MATCH : MISMATCH;
                    int skipped = Math.max(expected[i - pitch], expected[i - 1]) + GAP;
                    expected[i] = Math.max(expected[i - pitch - 1] + pair, skipped);
                }
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, scores.download());
        }
    }
}
