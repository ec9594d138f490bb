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

/** A diffusion along a ring, in whole numbers, by one cooperative launch. */
public final class GridSync implements GalleryProgram {
    private static final int BLOCK = 128;

    /** An even number, so that the last step ends where the first began. */
    private static final int STEPS = 20;

    @Override
    public Card card() {
        return new Card(
                "grid-sync",
                "Makes all steps of a diffusion in one launch, whose blocks wait for each other.",
                "cells",
                1 << 16,
                1_001);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int n;
        private final int[] cells;
        private int[] expected;
        private int[] spareInJava;
        private final Kernel kernel;
        private final Dim3 grid;
        private final GpuInts in;
        private final GpuInts out;
        private final GpuInts spare;

        Work(Workbench bench) {
            n = bench.size();
            cells = bench.randomInts(n, 0, 1 << 20);
            expected = new int[n];
            spareInJava = new int[n];
            kernel = bench.module(GridSync.this).kernel("diffuse");
            grid = Dim3.of(Math.min(Math.ceilDiv(n, BLOCK), kernel.residentBlocks(BLOCK)));
            in = bench.upload(cells);
            out = bench.ints(n);
            spare = bench.ints(n);
        }

        @Override
        public void reset(GpuStream stream) {
            in.copyTo(out, stream);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launchCooperative(grid, Dim3.of(BLOCK), stream, n, STEPS, out, spare);
        }

        @Override
        public void computeInJava() {
            System.arraycopy(cells, 0, expected, 0, n);
            for (int step = 0; step < STEPS; step++) {
                for (int i = 0; i < n; i++) {
                    int left = expected[i == 0 ? n - 1 : i - 1];
                    int right = expected[i == n - 1 ? 0 : i + 1];
                    spareInJava[i] = (left + 2 * expected[i] + right) >> 2;
                }
                int[] held = expected;
                expected = spareInJava;
                spareInJava = held;
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, out.download());
        }
    }
}
