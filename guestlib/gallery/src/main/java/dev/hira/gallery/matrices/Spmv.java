package dev.hira.gallery.matrices;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuFloats;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;

/**
 * The product of a sparse matrix and a vector, both without negative numbers. Java adds up in
 * double precision; on the device an element takes part in at most {@link #ROUNDINGS} roundings of
 * half a unit in the last place, which is doubled when a sum passes a power of two.
 */
public final class Spmv implements GalleryProgram {
    private static final int BLOCK = 128;
    private static final int WARP = 32;
    private static final int LONGEST_ROW = 64;

    /** Two products fused with the sum for each lane, five steps of shuffles, and Java's own. */
    private static final int ROUNDINGS = LONGEST_ROW / WARP + 5 + 1;

    @Override
    public Card card() {
        return new Card(
                "spmv",
                "Multiplies a sparse matrix in compressed rows with a vector, a warp for each row.",
                "rows",
                1 << 17,
                1_001);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int rows;
        private final int[] rowStarts;
        private final int[] columns;
        private final float[] values;
        private final float[] x;
        private final float[] expected;
        private final Kernel kernel;
        private final GpuInts inRowStarts;
        private final GpuInts inColumns;
        private final GpuFloats inValues;
        private final GpuFloats inX;
        private final GpuFloats out;

        Work(Workbench bench) {
            rows = bench.size();
            rowStarts = new int[rows + 1];
            for (int row = 0; row < rows; row++) {
                int length = bench.random().nextInt(1, LONGEST_ROW + 1);
                rowStarts[row + 1] = Math.addExact(rowStarts[row], length);
            }
            columns = bench.randomInts(rowStarts[rows], 0, rows);
            values = bench.randomFloats(columns.length, 0, 1);
            x = bench.randomFloats(rows, 0, 1);
            expected = new float[rows];
            kernel = bench.module(Spmv.this).kernel("multiply");
            inRowStarts = bench.upload(rowStarts);
            inColumns = bench.upload(columns);
            inValues = bench.upload(values);
            inX = bench.upload(x);
            out = bench.floats(rows);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(
                    Dim3.covering((long) rows * WARP, BLOCK),
                    Dim3.of(BLOCK),
                    stream,
                    rows,
                    inRowStarts,
                    inColumns,
                    inValues,
                    inX,
                    out);
        }

        @Override
        public void computeInJava() {
            for (int row = 0; row < rows; row++) {
                double sum = 0;
                for (int k = rowStarts[row]; k < rowStarts[row + 1]; k++) {
                    sum += (double) values[k] * x[columns[k]];
                }
                expected[row] = (float) sum;
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.ulps(expected, out.download(), ROUNDINGS);
        }
    }
}
