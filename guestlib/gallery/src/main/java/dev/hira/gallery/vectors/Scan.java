package dev.hira.gallery.vectors;

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

/** Inclusive prefix sums of integers, level by level: blocks, their totals, the totals' totals. */
public final class Scan implements GalleryProgram {
    private static final int BLOCK = 512;

    @Override
    public Card card() {
        return new Card(
                "scan",
                "Computes prefix sums by warp shuffles, blocks and their totals.",
                "elements",
                1 << 23,
                10_007);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int[] values;
        private final int[] expected;
        private final Kernel scanBlocks;
        private final Kernel addOffsets;
        private final GpuInts in;

        /** The prefix sums of each level; the totals of its blocks are the input of the next. */
        private final List<GpuInts> sums = new ArrayList<>();

        private final List<GpuInts> totals = new ArrayList<>();

        Work(Workbench bench) {
            values = bench.randomInts(bench.size(), -1000, 1000);
            expected = new int[values.length];
            var module = bench.module(Scan.this);
            scanBlocks = module.kernel("scanBlocks");
            addOffsets = module.kernel("addOffsets");
            in = bench.upload(values);
            int length = values.length;
            do {
                sums.add(bench.ints(length));
                length = Math.ceilDiv(length, BLOCK);
                totals.add(bench.ints(length));
            } while (length > 1);
        }

        @Override
        public void launch(GpuStream stream) {
            GpuInts from = in;
            for (int level = 0; level < sums.size(); level++) {
                onAll(scanBlocks, from, stream, from, sums.get(level), totals.get(level));
                from = totals.get(level);
            }
            for (int level = sums.size() - 2; level >= 0; level--) {
                GpuInts data = sums.get(level);
                onAll(addOffsets, data, stream, data, sums.get(level + 1));
            }
        }

        private static void onAll(
                Kernel kernel, GpuInts data, GpuStream stream, GpuInts... buffers) {
            Object[] arguments = new Object[buffers.length + 1];
            arguments[0] = (int) data.length();
            System.arraycopy(buffers, 0, arguments, 1, buffers.length);
            kernel.launch(Dim3.covering(data.length(), BLOCK), Dim3.of(BLOCK), stream, arguments);
        }

        @Override
        public void computeInJava() {
            int sum = 0;
            for (int i = 0; i < values.length; i++) {
                sum += values[i];
                expected[i] = sum;
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, sums.getFirst().download());
        }
    }
}
